-- A decision: what it is about, and the analyses that answer its questions, in order.
create table project (
  id text primary key,
  organization_id bigint not null references organization,
  user_id bigint not null references app_user,
  name text not null check (char_length(name) between 1 and 200),
  note text not null check (char_length(note) <= 2000),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index project_organization on project (organization_id, updated_at desc, id);

create table project_subject (
  project_id text not null references project on delete cascade,
  subject_id text not null references subject on delete cascade,
  position integer not null,
  primary key (project_id, subject_id)
);
create index project_subject_subject on project_subject (subject_id);

create table project_answer (
  project_id text not null references project on delete cascade,
  analysis_id bigint not null references analysis on delete cascade,
  position integer not null,
  primary key (project_id, analysis_id)
);
create index project_answer_analysis on project_answer (analysis_id);
