-- expand: a call about a claim says which number was called, who answered and what they said.
alter table claim_calls
  add column number text constraint claim_calls_number_check check (number in ('page', 'register')),
  -- Null for calls of the release before, which prove nothing.
  add column outcome text constraint claim_calls_outcome_check check (outcome in ('confirmed', 'denied', 'unanswered')),
  add column answered_by text constraint claim_calls_answered_by_check check (length(answered_by) <= 200),
  add column note text constraint claim_calls_note_check check (length(note) <= 1000);
