-- expand, concurrently: due webhook deliveries by endpoint, so that no worker looks past the deliveries of an endpoint that is down.

create index concurrently if not exists webhook_deliveries_due_by_endpoint on webhook_deliveries (endpoint_id, next_try_at, seq)
  where state = 'waiting';
drop index concurrently if exists webhook_deliveries_due;
