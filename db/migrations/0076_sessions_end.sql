-- expand: sessions that were prolonged beyond thirty days from their sign-in end.
update auth_sessions set expires_at = created_at + interval '30 days'
where expires_at > created_at + interval '30 days';
