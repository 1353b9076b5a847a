-- Numbers of ours from which they were rung and that were listed no more, the first one first: they know them, and are
-- rung from them again once they are listed.
alter table loved_ones add column rung_from_before text[] not null default '{}';
