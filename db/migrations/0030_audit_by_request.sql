-- Whoever quotes the reference of a refusal or of an answer is shown what that request did.
create index audit_log_request on audit_log (request_id, id) where request_id is not null;
