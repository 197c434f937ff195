-- Whoever is suspended is told so by every session that they had; let in again, they sign in again.
drop trigger users_suspended on users;
alter function sign_out_suspended() rename to sign_out_everywhere;
create trigger users_let_in after update of status on users for each row
  when (new.status = 'active' and old.status = 'suspended') execute function sign_out_everywhere();
