-- What ended the link for anyone, so that its page can say so; null while it is live and where there never was one.
alter table analysis add column link_ended text check (link_ended in ('expired', 'withdrawn'));

-- Origins of the sites that may show the analysis in a frame while its link is live.
alter table analysis add column embed_sites text[] not null default '{}';
