-- Yearly sales that came at a place that a version forecasts. The forecast is in the version; it stands here once more, so that
-- a model counts how often it was right without reading the results of all analyses.
create table sales_that_came (
  analysis_id bigint not null references analysis on delete cascade,
  version_no integer not null,
  place text not null check (char_length(place) between 1 and 300),
  model_id text not null,
  sold double precision not null check (sold >= 0),
  is_within_80 boolean,
  is_within_95 boolean,
  entered_at timestamptz not null,
  primary key (analysis_id, version_no, place)
);
create index sales_that_came_model on sales_that_came (model_id);
