-- Deliveries that are to be made, by endpoint: organizations take turns, however many one has waiting.
drop index webhook_delivery_due;
create index webhook_delivery_open on webhook_delivery (webhook_id, due_at, id) where ended_at is null;
