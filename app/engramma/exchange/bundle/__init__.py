"""Our own bundle: one ZIP file that carries a store, or a part of one, without loss."""
