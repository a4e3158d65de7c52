CREATE TABLE client (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	scope TEXT DEFAULT 'write' NOT NULL, 
	first_seen_at INTEGER NOT NULL, 
	last_seen_at INTEGER NOT NULL, 
	paused INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_client_paused CHECK (paused IN (0, 1)), 
	PRIMARY KEY (id), 
	CONSTRAINT ck_client_scope CHECK (scope IN ('read', 'propose', 'write')), 
	CONSTRAINT uq_client_name UNIQUE (name)
)
 STRICT
;
CREATE TABLE draft (
	editor TEXT NOT NULL, 
	memory_id INTEGER NOT NULL, 
	base_version INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	updated_at INTEGER NOT NULL, 
	PRIMARY KEY (editor, memory_id)
)
 STRICT
;
CREATE TABLE embedding_model (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	sha256 TEXT NOT NULL, 
	dimensions INTEGER NOT NULL, 
	current INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_embedding_model_current CHECK (current IN (0, 1)), 
	PRIMARY KEY (id)
)
 STRICT
;
CREATE UNIQUE INDEX ix_embedding_model_name ON embedding_model (name, sha256)
;
CREATE TABLE lease (
	name TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	taken_at INTEGER NOT NULL, 
	note TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (name)
)
 STRICT
;
CREATE TABLE meta (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
)
 STRICT
;
CREATE TABLE operation (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	at INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	label TEXT NOT NULL, 
	status TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	undoes INTEGER, 
	undone_by INTEGER, 
	seq INTEGER, 
	changes INTEGER DEFAULT '0' NOT NULL, 
	note TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_operation_status CHECK (status IN ('open', 'done', 'rolled_back')), 
	CONSTRAINT uq_operation_uid UNIQUE (uid), 
	CONSTRAINT fk_operation_undoes FOREIGN KEY(undoes) REFERENCES operation (id), 
	CONSTRAINT fk_operation_undone_by FOREIGN KEY(undone_by) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_operation_actor_at ON operation (actor, id)
;
CREATE INDEX ix_operation_open ON operation (status) WHERE status = 'open'
;
CREATE UNIQUE INDEX ix_operation_seq ON operation (seq)
;
CREATE INDEX ix_operation_undoes ON operation (undoes) WHERE undoes IS NOT NULL
;
CREATE INDEX ix_operation_undone_by ON operation (undone_by) WHERE undone_by IS NOT NULL
;
CREATE TABLE passage (
	id INTEGER NOT NULL, 
	owner_type TEXT NOT NULL, 
	owner_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	start_char INTEGER NOT NULL, 
	end_char INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_passage_owner_type CHECK (owner_type IN ('memory', 'event')), 
	CONSTRAINT ck_passage_span CHECK (end_char >= start_char)
)
 STRICT
;
CREATE UNIQUE INDEX ix_passage_owner ON passage (owner_type, owner_id, number)
;
CREATE TABLE tombstone (
	content_key BLOB NOT NULL, 
	deleted_at INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	PRIMARY KEY (content_key), 
	CONSTRAINT ck_tombstone_reason CHECK (reason IN ('purged', 'expired'))
)
 STRICT
;
CREATE TABLE vector_backlog (
	owner_type TEXT NOT NULL, 
	owner_id INTEGER NOT NULL, 
	attempts INTEGER DEFAULT '0' NOT NULL, 
	error TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (owner_type, owner_id), 
	CONSTRAINT ck_vector_backlog_owner_type CHECK (owner_type IN ('memory', 'event', 'passage'))
)
 STRICT
;
CREATE TABLE consolidation_pass (
	id INTEGER NOT NULL, 
	started_at INTEGER NOT NULL, 
	finished_at INTEGER, 
	planned_for INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	status TEXT NOT NULL, 
	operation_id INTEGER, 
	counts TEXT DEFAULT '{}' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_consolidation_pass_status CHECK (status IN ('running', 'planned', 'applied', 'cancelled', 'failed')), 
	CONSTRAINT fk_consolidation_pass_operation_id FOREIGN KEY(operation_id) REFERENCES operation (id)
)
 STRICT
;
CREATE TABLE entity (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	normal_name TEXT NOT NULL, 
	type TEXT DEFAULT '' NOT NULL, 
	ghost INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_entity_ghost CHECK (ghost IN (0, 1)), 
	source_key TEXT, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_entity_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_entity_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_entity_born_op ON entity (born_op)
;
CREATE INDEX ix_entity_normal_name ON entity (normal_name)
;
CREATE INDEX ix_entity_source_key ON entity (source_key)
;
CREATE TABLE image (
	operation_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	table_name TEXT NOT NULL, 
	row_id INTEGER NOT NULL, 
	column_name TEXT NOT NULL, 
	memory_id INTEGER, 
	"before" ANY, 
	"after" ANY, 
	PRIMARY KEY (operation_id, number), 
	CONSTRAINT fk_image_operation_id FOREIGN KEY(operation_id) REFERENCES operation (id)
)
 WITHOUT ROWID,
 STRICT
;
CREATE INDEX ix_image_memory_id ON image (memory_id) WHERE memory_id IS NOT NULL
;
CREATE INDEX ix_image_row ON image (table_name, row_id, column_name)
;
CREATE TABLE import_source (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	format TEXT NOT NULL, 
	sha256 TEXT NOT NULL, 
	bytes INTEGER NOT NULL, 
	modified_at INTEGER, 
	cursor INTEGER DEFAULT '0' NOT NULL, 
	imported_at INTEGER NOT NULL, 
	report TEXT DEFAULT '{}' NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_import_source_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_import_source_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_import_source_born_op ON import_source (born_op)
;
CREATE INDEX ix_import_source_sha256 ON import_source (sha256)
;
CREATE TABLE policy_change (
	id INTEGER NOT NULL, 
	field TEXT NOT NULL, 
	"before" TEXT, 
	"after" TEXT, 
	at INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_policy_change_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_policy_change_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_policy_change_born_op ON policy_change (born_op)
;
CREATE TABLE policy_setting (
	id INTEGER NOT NULL, 
	field TEXT NOT NULL, 
	value TEXT NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_policy_setting_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT uq_policy_setting_field UNIQUE (field), 
	CONSTRAINT fk_policy_setting_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_policy_setting_born_op ON policy_setting (born_op)
;
CREATE TABLE recall_check (
	id INTEGER NOT NULL, 
	question TEXT NOT NULL, 
	expected TEXT DEFAULT '[]' NOT NULL, 
	rejected TEXT DEFAULT '[]' NOT NULL, 
	created_at INTEGER NOT NULL, 
	last_result TEXT DEFAULT '' NOT NULL, 
	last_run_at INTEGER, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_recall_check_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_recall_check_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_recall_check_born_op ON recall_check (born_op)
;
CREATE TABLE row_range (
	operation_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	table_name TEXT NOT NULL, 
	first_id INTEGER NOT NULL, 
	last_id INTEGER NOT NULL, 
	act TEXT NOT NULL, 
	PRIMARY KEY (operation_id, number), 
	CONSTRAINT ck_row_range_act CHECK (act IN ('insert', 'withdraw', 'reinstate')), 
	CONSTRAINT fk_row_range_operation_id FOREIGN KEY(operation_id) REFERENCES operation (id)
)
 WITHOUT ROWID,
 STRICT
;
CREATE TABLE saved_search (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	"query" TEXT NOT NULL, 
	position INTEGER DEFAULT '0' NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_saved_search_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_saved_search_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_saved_search_born_op ON saved_search (born_op)
;
CREATE TABLE session (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	title TEXT DEFAULT '' NOT NULL, 
	agent TEXT DEFAULT '' NOT NULL, 
	source TEXT DEFAULT '' NOT NULL, 
	source_key TEXT, 
	project TEXT DEFAULT '' NOT NULL, 
	topics TEXT DEFAULT '[]' NOT NULL, 
	summary TEXT DEFAULT '' NOT NULL, 
	parent_id INTEGER, 
	started_at INTEGER, 
	ended_at INTEGER, 
	is_open INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_session_is_open CHECK (is_open IN (0, 1)), 
	is_live INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_session_is_live CHECK (is_live IN (0, 1)), 
	time_text TEXT DEFAULT '' NOT NULL, 
	time_quality TEXT DEFAULT 'exact' NOT NULL, 
	gated_turn INTEGER DEFAULT '0' NOT NULL, 
	source_id INTEGER, 
	line INTEGER, 
	original TEXT DEFAULT '' NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_session_time_quality CHECK (time_quality IN ('exact', 'local', 'day', 'month', 'inferred', 'none')), 
	CONSTRAINT ck_session_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT uq_session_uid UNIQUE (uid), 
	CONSTRAINT fk_session_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_session_born_op ON session (born_op)
;
CREATE INDEX ix_session_source_key ON session (source_key)
;
CREATE INDEX ix_session_started_at ON session (started_at)
;
CREATE TABLE vector (
	model_id INTEGER NOT NULL, 
	owner_type TEXT NOT NULL, 
	owner_id INTEGER NOT NULL, 
	content_key BLOB NOT NULL, 
	data BLOB NOT NULL, 
	PRIMARY KEY (model_id, owner_type, owner_id), 
	CONSTRAINT ck_vector_owner_type CHECK (owner_type IN ('memory', 'event', 'passage')), 
	CONSTRAINT fk_vector_model_id FOREIGN KEY(model_id) REFERENCES embedding_model (id)
)
 STRICT
;
CREATE TABLE entity_relation (
	id INTEGER NOT NULL, 
	source_id INTEGER NOT NULL, 
	target_id INTEGER NOT NULL, 
	relation TEXT DEFAULT '' NOT NULL, 
	import_source_id INTEGER, 
	line INTEGER, 
	original TEXT DEFAULT '' NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_entity_relation_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_entity_relation_source_id FOREIGN KEY(source_id) REFERENCES entity (id), 
	CONSTRAINT fk_entity_relation_target_id FOREIGN KEY(target_id) REFERENCES entity (id), 
	CONSTRAINT fk_entity_relation_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_entity_relation_born_op ON entity_relation (born_op)
;
CREATE INDEX ix_entity_relation_source ON entity_relation (source_id, target_id)
;
CREATE INDEX ix_entity_relation_target ON entity_relation (target_id)
;
CREATE TABLE event (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	session_id INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	role TEXT NOT NULL, 
	speaker TEXT DEFAULT '' NOT NULL, 
	text TEXT DEFAULT '' NOT NULL, 
	at INTEGER, 
	time_text TEXT DEFAULT '' NOT NULL, 
	time_quality TEXT DEFAULT 'exact' NOT NULL, 
	parent_id INTEGER, 
	active INTEGER DEFAULT '1' NOT NULL CONSTRAINT ck_event_active CHECK (active IN (0, 1)), 
	sidechain INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_event_sidechain CHECK (sidechain IN (0, 1)), 
	detail TEXT DEFAULT '' NOT NULL, 
	source_key TEXT, 
	content_key INTEGER DEFAULT '0' NOT NULL, 
	source_id INTEGER, 
	line INTEGER, 
	original TEXT DEFAULT '' NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_event_role CHECK (role IN ('user', 'agent', 'tool', 'decision', 'error', 'note')), 
	CONSTRAINT ck_event_time_quality CHECK (time_quality IN ('exact', 'local', 'day', 'month', 'inferred', 'none')), 
	CONSTRAINT ck_event_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT uq_event_uid UNIQUE (uid), 
	CONSTRAINT fk_event_session_id FOREIGN KEY(session_id) REFERENCES session (id), 
	CONSTRAINT fk_event_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_event_at ON event (at) WHERE removed = 0
;
CREATE INDEX ix_event_born_op ON event (born_op)
;
CREATE INDEX ix_event_session_turn ON event (session_id, turn)
;
CREATE INDEX ix_event_source_key ON event (source_key)
;
CREATE TABLE memory (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	text TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	tier TEXT NOT NULL, 
	category TEXT NOT NULL, 
	state TEXT DEFAULT 'active' NOT NULL, 
	pinned INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_memory_pinned CHECK (pinned IN (0, 1)), 
	importance REAL NOT NULL, 
	created_at INTEGER NOT NULL, 
	time_text TEXT DEFAULT '' NOT NULL, 
	time_quality TEXT DEFAULT 'exact' NOT NULL, 
	updated_at INTEGER NOT NULL, 
	state_at INTEGER, 
	session_id INTEGER, 
	person_edited INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_memory_person_edited CHECK (person_edited IN (0, 1)), 
	version INTEGER DEFAULT '1' NOT NULL, 
	superseded_by INTEGER, 
	merged_into INTEGER, 
	source_key TEXT, 
	content_key BLOB NOT NULL, 
	recalls INTEGER DEFAULT '0' NOT NULL, 
	last_recalled_at INTEGER, 
	t0 INTEGER NOT NULL, 
	log2_s0 REAL DEFAULT '0' NOT NULL, 
	half_life REAL, 
	fades_at INTEGER, 
	conflicted INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_memory_conflicted CHECK (conflicted IN (0, 1)), 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_memory_kind CHECK (kind IN ('episodic', 'semantic', 'procedural')), 
	CONSTRAINT ck_memory_tier CHECK (tier IN ('short_term', 'long_term')), 
	CONSTRAINT ck_memory_category CHECK (category IN ('fact', 'preference', 'decision', 'correction', 'error', 'instruction', 'summary', 'other')), 
	CONSTRAINT ck_memory_state CHECK (state IN ('active', 'superseded', 'trashed')), 
	CONSTRAINT ck_memory_time_quality CHECK (time_quality IN ('exact', 'local', 'day', 'month', 'inferred', 'none')), 
	CONSTRAINT ck_memory_importance CHECK (importance BETWEEN 0 AND 1), 
	CONSTRAINT ck_memory_text CHECK (length(text) > 0), 
	CONSTRAINT ck_memory_version CHECK (version >= 1), 
	CONSTRAINT ck_memory_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT uq_memory_uid UNIQUE (uid), 
	CONSTRAINT fk_memory_session_id FOREIGN KEY(session_id) REFERENCES session (id), 
	CONSTRAINT fk_memory_superseded_by FOREIGN KEY(superseded_by) REFERENCES memory (id), 
	CONSTRAINT fk_memory_merged_into FOREIGN KEY(merged_into) REFERENCES memory (id), 
	CONSTRAINT fk_memory_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_memory_born_op ON memory (born_op)
;
CREATE INDEX ix_memory_content_key ON memory (content_key)
;
CREATE INDEX ix_memory_created_at ON memory (created_at, id, state) WHERE removed = 0
;
CREATE INDEX ix_memory_facets ON memory (state, tier, kind, category, pinned, fades_at) WHERE removed = 0
;
CREATE INDEX ix_memory_fades_at ON memory (fades_at, id, state) WHERE removed = 0
;
CREATE INDEX ix_memory_importance ON memory (importance, id, state) WHERE removed = 0
;
CREATE INDEX ix_memory_merged_into ON memory (merged_into) WHERE merged_into IS NOT NULL
;
CREATE INDEX ix_memory_recalls ON memory (recalls, id, state) WHERE removed = 0
;
CREATE INDEX ix_memory_session_id ON memory (session_id)
;
CREATE INDEX ix_memory_shown ON memory (state, id) WHERE removed = 0
;
CREATE INDEX ix_memory_source_key ON memory (source_key) WHERE source_key IS NOT NULL
;
CREATE INDEX ix_memory_superseded_by ON memory (superseded_by) WHERE superseded_by IS NOT NULL
;
CREATE TABLE proposal (
	id INTEGER NOT NULL, 
	step TEXT NOT NULL, 
	action TEXT NOT NULL, 
	targets TEXT DEFAULT '[]' NOT NULL, 
	reason TEXT DEFAULT '' NOT NULL, 
	payload TEXT DEFAULT '{}' NOT NULL, 
	actor TEXT NOT NULL, 
	status TEXT DEFAULT 'pending' NOT NULL, 
	made_at INTEGER NOT NULL, 
	decided_at INTEGER, 
	pass_id INTEGER, 
	note TEXT DEFAULT '' NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_proposal_status CHECK (status IN ('pending', 'accepted', 'rejected', 'dropped')), 
	CONSTRAINT ck_proposal_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_proposal_pass_id FOREIGN KEY(pass_id) REFERENCES consolidation_pass (id), 
	CONSTRAINT fk_proposal_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_proposal_born_op ON proposal (born_op)
;
CREATE INDEX ix_proposal_pending ON proposal (status) WHERE status = 'pending'
;
CREATE TABLE recall (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	question TEXT NOT NULL, 
	at INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	session_id INTEGER, 
	mode TEXT DEFAULT 'lexical' NOT NULL, 
	rehearsed INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_recall_rehearsed CHECK (rehearsed IN (0, 1)), 
	budget INTEGER, 
	model TEXT DEFAULT '' NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_recall_mode CHECK (mode IN ('lexical', 'hybrid')), 
	CONSTRAINT ck_recall_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT uq_recall_uid UNIQUE (uid), 
	CONSTRAINT fk_recall_session_id FOREIGN KEY(session_id) REFERENCES session (id), 
	CONSTRAINT fk_recall_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_recall_at ON recall (at)
;
CREATE INDEX ix_recall_born_op ON recall (born_op)
;
CREATE INDEX ix_recall_session_id ON recall (session_id)
;
CREATE TABLE association (
	id INTEGER NOT NULL, 
	source_id INTEGER NOT NULL, 
	target_id INTEGER NOT NULL, 
	type TEXT NOT NULL, 
	relation TEXT DEFAULT '' NOT NULL, 
	weight REAL DEFAULT '1' NOT NULL, 
	weight_at INTEGER NOT NULL, 
	actor TEXT DEFAULT '' NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_association_ends CHECK (source_id <> target_id), 
	CONSTRAINT ck_association_weight CHECK (weight BETWEEN 0 AND 1), 
	CONSTRAINT ck_association_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_association_source_id FOREIGN KEY(source_id) REFERENCES memory (id), 
	CONSTRAINT fk_association_target_id FOREIGN KEY(target_id) REFERENCES memory (id), 
	CONSTRAINT fk_association_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_association_born_op ON association (born_op)
;
CREATE INDEX ix_association_source ON association (source_id, type, target_id)
;
CREATE INDEX ix_association_target ON association (target_id, type, source_id)
;
CREATE TABLE "conflict" (
	id INTEGER NOT NULL, 
	a_id INTEGER NOT NULL, 
	b_id INTEGER NOT NULL, 
	what TEXT NOT NULL, 
	stakes TEXT DEFAULT 'normal' NOT NULL, 
	detail TEXT DEFAULT '' NOT NULL, 
	status TEXT DEFAULT 'open' NOT NULL, 
	resolution TEXT DEFAULT '' NOT NULL, 
	found_at INTEGER NOT NULL, 
	resolved_at INTEGER, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_conflict_ends CHECK (a_id <> b_id), 
	CONSTRAINT ck_conflict_what CHECK (what IN ('value', 'number', 'date', 'version', 'name', 'polarity')), 
	CONSTRAINT ck_conflict_stakes CHECK (stakes IN ('normal', 'high')), 
	CONSTRAINT ck_conflict_status CHECK (status IN ('open', 'resolved')), 
	CONSTRAINT ck_conflict_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_conflict_a_id FOREIGN KEY(a_id) REFERENCES memory (id), 
	CONSTRAINT fk_conflict_b_id FOREIGN KEY(b_id) REFERENCES memory (id), 
	CONSTRAINT fk_conflict_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_conflict_a ON "conflict" (a_id)
;
CREATE INDEX ix_conflict_b ON "conflict" (b_id)
;
CREATE INDEX ix_conflict_born_op ON "conflict" (born_op)
;
CREATE INDEX ix_conflict_open ON "conflict" (status) WHERE status = 'open'
;
CREATE TABLE gate_verdict (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	start_char INTEGER, 
	end_char INTEGER, 
	score REAL NOT NULL, 
	kept INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_gate_verdict_kept CHECK (kept IN (0, 1)), 
	reasons TEXT DEFAULT '[]' NOT NULL, 
	memory_id INTEGER, 
	pass_id INTEGER, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_gate_verdict_score CHECK (score BETWEEN 0 AND 1), 
	CONSTRAINT ck_gate_verdict_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_gate_verdict_event_id FOREIGN KEY(event_id) REFERENCES event (id), 
	CONSTRAINT fk_gate_verdict_memory_id FOREIGN KEY(memory_id) REFERENCES memory (id), 
	CONSTRAINT fk_gate_verdict_pass_id FOREIGN KEY(pass_id) REFERENCES consolidation_pass (id), 
	CONSTRAINT fk_gate_verdict_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_gate_verdict_born_op ON gate_verdict (born_op)
;
CREATE INDEX ix_gate_verdict_event_id ON gate_verdict (event_id)
;
CREATE INDEX ix_gate_verdict_memory_id ON gate_verdict (memory_id)
;
CREATE TABLE mention (
	id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	entity_id INTEGER NOT NULL, 
	weight REAL DEFAULT '1' NOT NULL, 
	weight_at INTEGER NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_mention_weight CHECK (weight BETWEEN 0 AND 1), 
	CONSTRAINT ck_mention_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_mention_memory_id FOREIGN KEY(memory_id) REFERENCES memory (id), 
	CONSTRAINT fk_mention_entity_id FOREIGN KEY(entity_id) REFERENCES entity (id), 
	CONSTRAINT fk_mention_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_mention_born_op ON mention (born_op)
;
CREATE INDEX ix_mention_entity_memory ON mention (entity_id, memory_id)
;
CREATE INDEX ix_mention_memory_entity ON mention (memory_id, entity_id)
;
CREATE TABLE provenance (
	id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	session_id INTEGER, 
	event_id INTEGER, 
	start_char INTEGER, 
	end_char INTEGER, 
	quote TEXT DEFAULT '' NOT NULL, 
	source_id INTEGER, 
	line INTEGER, 
	original TEXT DEFAULT '' NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_provenance_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_provenance_memory_id FOREIGN KEY(memory_id) REFERENCES memory (id), 
	CONSTRAINT fk_provenance_session_id FOREIGN KEY(session_id) REFERENCES session (id), 
	CONSTRAINT fk_provenance_event_id FOREIGN KEY(event_id) REFERENCES event (id), 
	CONSTRAINT fk_provenance_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_provenance_born_op ON provenance (born_op)
;
CREATE INDEX ix_provenance_event_id ON provenance (event_id)
;
CREATE INDEX ix_provenance_memory_id ON provenance (memory_id)
;
CREATE INDEX ix_provenance_session_id ON provenance (session_id)
;
CREATE TABLE recall_hit (
	id INTEGER NOT NULL, 
	recall_id INTEGER NOT NULL, 
	rank INTEGER NOT NULL, 
	memory_id INTEGER, 
	event_id INTEGER, 
	score REAL NOT NULL, 
	parts TEXT DEFAULT '{}' NOT NULL, 
	rehearsed INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_recall_hit_rehearsed CHECK (rehearsed IN (0, 1)), 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_recall_hit_item CHECK ((memory_id IS NULL) <> (event_id IS NULL)), 
	CONSTRAINT ck_recall_hit_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_recall_hit_recall_id FOREIGN KEY(recall_id) REFERENCES recall (id), 
	CONSTRAINT fk_recall_hit_memory_id FOREIGN KEY(memory_id) REFERENCES memory (id), 
	CONSTRAINT fk_recall_hit_event_id FOREIGN KEY(event_id) REFERENCES event (id), 
	CONSTRAINT fk_recall_hit_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_recall_hit_born_op ON recall_hit (born_op)
;
CREATE INDEX ix_recall_hit_event ON recall_hit (event_id)
;
CREATE INDEX ix_recall_hit_memory ON recall_hit (memory_id)
;
CREATE INDEX ix_recall_hit_recall ON recall_hit (recall_id, rank)
;
CREATE TABLE segment (
	id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	t0 INTEGER NOT NULL, 
	s0 REAL NOT NULL, 
	half_life REAL, 
	reason TEXT NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_segment_s0 CHECK (s0 BETWEEN 0 AND 1), 
	CONSTRAINT ck_segment_half_life CHECK (half_life IS NULL OR half_life > 0), 
	CONSTRAINT ck_segment_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_segment_memory_id FOREIGN KEY(memory_id) REFERENCES memory (id), 
	CONSTRAINT fk_segment_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_segment_born_op ON segment (born_op)
;
CREATE INDEX ix_segment_memory_t0 ON segment (memory_id, t0, id)
;
CREATE TABLE tag (
	id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_tag_name CHECK (length(name) > 0), 
	CONSTRAINT ck_tag_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_tag_memory_id FOREIGN KEY(memory_id) REFERENCES memory (id), 
	CONSTRAINT fk_tag_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_tag_born_op ON tag (born_op)
;
CREATE UNIQUE INDEX ix_tag_memory_name ON tag (memory_id, name)
;
CREATE INDEX ix_tag_name_memory ON tag (name, memory_id) WHERE removed = 0
;
CREATE TABLE version (
	id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	created_at INTEGER NOT NULL, 
	actor TEXT NOT NULL, 
	born_op INTEGER NOT NULL, 
	removed INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ck_version_removed CHECK (removed IN (0, 1)), 
	CONSTRAINT fk_version_memory_id FOREIGN KEY(memory_id) REFERENCES memory (id), 
	CONSTRAINT fk_version_born_op FOREIGN KEY(born_op) REFERENCES operation (id)
)
 STRICT
;
CREATE INDEX ix_version_born_op ON version (born_op)
;
CREATE INDEX ix_version_memory_number ON version (memory_id, number)
;
CREATE VIRTUAL TABLE memory_words USING fts5(text, content='memory', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3')
;
CREATE VIEW memory_padded(id, text) AS SELECT id, text || '  ' FROM memory
;
CREATE VIRTUAL TABLE memory_trigrams USING fts5(text, content='memory_padded', content_rowid='id', tokenize='trigram')
;
CREATE VIRTUAL TABLE memory_pieces USING fts5vocab('memory_trigrams', 'instance')
;
CREATE VIRTUAL TABLE event_words USING fts5(text, content='event', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2')
;
CREATE TRIGGER memory_words_insert AFTER INSERT ON memory BEGIN INSERT INTO memory_words(rowid, text) VALUES (new.id, new.text); END
;
CREATE TRIGGER memory_words_delete AFTER DELETE ON memory BEGIN INSERT INTO memory_words(memory_words, rowid, text) VALUES ('delete', old.id, old.text); END
;
CREATE TRIGGER memory_words_update AFTER UPDATE OF text ON memory WHEN old.text <> new.text BEGIN INSERT INTO memory_words(memory_words, rowid, text) VALUES ('delete', old.id, old.text); INSERT INTO memory_words(rowid, text) VALUES (new.id, new.text); END
;
CREATE TRIGGER memory_trigrams_insert AFTER INSERT ON memory BEGIN INSERT INTO memory_trigrams(rowid, text) VALUES (new.id, new.text || '  '); END
;
CREATE TRIGGER memory_trigrams_delete AFTER DELETE ON memory BEGIN INSERT INTO memory_trigrams(memory_trigrams, rowid, text) VALUES ('delete', old.id, old.text || '  '); END
;
CREATE TRIGGER memory_trigrams_update AFTER UPDATE OF text ON memory WHEN old.text <> new.text BEGIN INSERT INTO memory_trigrams(memory_trigrams, rowid, text) VALUES ('delete', old.id, old.text || '  '); INSERT INTO memory_trigrams(rowid, text) VALUES (new.id, new.text || '  '); END
;
CREATE TRIGGER event_words_insert AFTER INSERT ON event BEGIN INSERT INTO event_words(rowid, text) VALUES (new.id, new.text); END
;
CREATE TRIGGER event_words_delete AFTER DELETE ON event BEGIN INSERT INTO event_words(event_words, rowid, text) VALUES ('delete', old.id, old.text); END
;
CREATE TRIGGER event_words_update AFTER UPDATE OF text ON event WHEN old.text <> new.text BEGIN INSERT INTO event_words(event_words, rowid, text) VALUES ('delete', old.id, old.text); INSERT INTO event_words(rowid, text) VALUES (new.id, new.text); END
;
