"""The stores of NEXO Brain: `cognitive.db` with its memories, and `nexo.db` with the diaries of its sessions."""
