-- How an organization's reports look. The logo is a data: address of bytes that were checked to be a picture.
create table organization_brand (
  organization_id bigint primary key references organization (id),
  color text check (color ~ '^#[0-9a-f]{6}$'),
  logo text check (logo ~ '^data:image/(png|jpeg);base64,' and length(logo) <= 300000)
);
