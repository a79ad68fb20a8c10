-- Parts of uploaded files are read once, soon, and deleted: compressing them would take four fifths of the time of storing them.
alter table dataset_upload alter column content set storage external;
