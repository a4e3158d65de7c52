"""Takes one memory out of a merge of several: the merge is taken back, and the others are merged again without it.

Two operations, so that the one that comes out is exactly what it was, and the survivor what the others make of it.
"""

from __future__ import annotations

from engramma.engine.memories.merge_choosing import merge_chosen, preview_merge
from engramma.engine.memories.splitting import Split, split
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.model.merge_result import link_keys, result_of
from engramma.model.merging import MergeChoice, MergeMember
from engramma.store.memories.merges import merged_into


def split_one(workspace: Workspace, memory_id: int) -> Split:
    """`operations` are all that this took. Raises NotFoundError, and InvalidValueError as `split` does.

    What of the survivor was written or left out by hand in the merge stays so.
    """
    with workspace.database.read() as reading:
        survivor = merged_into(reading, memory_id)
    if survivor is None:
        raise InvalidValueError(f"M-{memory_id} was not merged into another one.")
    before = _member(workspace, survivor)
    done = split(workspace, memory_id)
    rest = [one for one in done.member_ids if one != memory_id]
    preview = preview_merge(workspace, [survivor, *rest])
    active = tuple(one.memory.id for one in preview.members if one.memory.id != survivor)
    if before is None or not active or preview.member(survivor) is None:
        return done
    plain = result_of(preview, MergeChoice(survivor, active))
    kept = {key for key, _link in link_keys(before, frozenset())}
    choice = MergeChoice(
        survivor,
        active,
        None if plain.text == before.memory.text else before.memory.text,
        frozenset(tag.name for tag in plain.tags if tag.name not in before.memory.tags),
        frozenset(link.key for link in plain.links if link.key not in kept),
        even_pinned=True,
    )
    again = merge_chosen(workspace, choice)
    operations = (done.operation_id, again.operation_id)
    return Split(done.operation_id, survivor, (memory_id,), done.erased, operations)


def _member(workspace: Workspace, memory_id: int) -> MergeMember | None:
    return preview_merge(workspace, [memory_id]).member(memory_id)
