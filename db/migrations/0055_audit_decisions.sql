-- expand, concurrently: the audit trail by decision. Each statement may be repeated.

create index concurrently if not exists audit_log_decision on audit_log ((
    case action when 'publication.moderated' then after ->> 'moderation_status' when 'claim.decided' then after ->> 'status'
      when 'publication.appeal_decided' then after ->> 'appeal' when 'claim.appeal_decided' then after ->> 'appeal'
      when 'publication.reports_kept' then 'kept'
      when 'publication.moderation_undone' then 'undone' when 'claim.decision_undone' then 'undone' end), id)
  where action in ('publication.moderated', 'claim.decided', 'publication.appeal_decided', 'claim.appeal_decided',
    'publication.reports_kept', 'publication.moderation_undone', 'claim.decision_undone');
