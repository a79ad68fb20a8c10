-- Rows of a file that its import left out, since they are wider or narrower than the header: {count, lines}, the first lines.
alter table dataset add column left_out json;
