-- expand: acts come from the register of another system, which does not name their authors.
alter table actes alter column signataire drop not null;
alter table actes alter column qualite drop not null;
alter table actes add column repris boolean not null default false;
-- Where they were published before, as the register says.
alter table actes add column repris_de text check (length(repris_de) <= 2000 and repris_de ~ '^https?://');
alter table actes add constraint actes_named
  check (repris or repris_de is null and signataire is not null and qualite is not null);

-- The first row of the trail says that an act was brought: what came before is not proven here.
create or replace function trace_acte(id uuid, published boolean) returns void language plpgsql as $$
declare acte actes; seen record; was jsonb;
begin
  select * into acte from actes where publication_id = trace_acte.id for no key update;
  if not found then return; end if;
  select p.visible_le, p.visible_le is not null and p.documents is not null and coalesce(place.ouverte, true) as lisible
    into seen
    from publications p left join commune_places place on place.commune_id = acte.commune_id
    where p.id = acte.publication_id;
  select after into was from audit_log
    where entity = 'acte' and entity_id = acte.publication_id::text order by audit_log.id desc limit 1;
  if not published and (was ->> 'lisible')::boolean is not distinct from seen.lisible
    and (was ->> 'visible_le')::timestamptz is not distinct from seen.visible_le then return; end if;
  insert into audit_log (action, entity, entity_id, after) values (
    case when published then 'acte.published' when seen.lisible then 'acte.shown' else 'acte.hidden' end,
    'acte', acte.publication_id,
    case when published then jsonb_build_object('nature', acte.nature, 'numero', acte.numero, 'date', acte.pris_le,
      'signataire', acte.signataire, 'qualite', acte.qualite, 'transmis_le', acte.transmis_le, 'corrige', acte.corrige,
      'sha256', acte.sha256, 'bytes', acte.bytes) else '{}' end
    || case when published and acte.repris then jsonb_build_object('repris', true, 'repris_de', acte.repris_de)
      else '{}' end
    || jsonb_build_object('visible_le', seen.visible_le, 'lisible', seen.lisible));
end $$;
