import { account } from '../../test/browser/people.ts'
import { startBackoffice } from '../../test/browser/visit.ts'
import * as make from '../../test/factories.ts'

/** An item of a run with a word that is wider than a telephone. */
const ITEM = {
  external_id: 'a',
  title: 'Concert'.repeat(12),
  action: 'updated',
  reason: null,
  why: null,
  changes: { lieu: { before: 'Halle', after: 'Salle'.repeat(30) } },
}

/** A service with pending publications and people with different rights. */
export async function openWorld() {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Saint-Benoît-sur-Loire' })
  const acteur = await make.acteur(app, commune, { nom: 'Les Amis du marché' })
  await make.several(3, at =>
    make.publication(app, acteur, commune, {
      title: `Vide-greniers de la Saint-Michel, annonce numéro ${at}`,
      moderation_status: 'pending',
      valide: false,
      publie_le: null,
    }),
  )
  await app.anyone.post('/messages', {
    subject: 'Horaires d’ouverture de la déchetterie intercommunale',
    body: `Bonjour,\n\nest-elle ouverte lundi ? ${'mot'.repeat(60)}`,
    nom: 'Jean-Baptiste de la Tour-du-Pin',
    email: 'jean-baptiste@example.org',
  })
  const made = await app.owner.query(
    `insert into import_sources (nom, kind, url, acteur_id, moderation, enabled, schedule, max_items, consecutive_failures,
       disabled_reason, last_run_at, last_status)
     values ('Agenda intercommunal des animations estivales', 'ical', $1, $2, 'auto', false, 'daily', 100, 10, $3, now(),
       'failed') returning id`,
    [
      `https://${'agenda'.repeat(9)}.example.org/calendrier.ics`,
      acteur,
      { code: 'failed_repeatedly', params: { times: 10, because: 'timeout' } },
    ],
  )
  const source: string = made.rows[0].id
  await app.owner.query(
    `insert into import_runs (source_id, trigger, dry_run, status, started_at, finished_at, error, items)
     values ($1, 'schedule', false, 'failed', now(), now(), '{"code":"timeout","params":{}}', $2)`,
    [source, JSON.stringify([ITEM])],
  )
  const office = app.as(await app.user(['admin']))
  await office.patch(`/admin/acteurs/${acteur}`, { site_web: `https://${'amis'.repeat(14)}.example.org/` })
  await app.owner.query(
    `insert into subscriptions (provider, provider_subscription_id, plan, status, acteur_id)
     values ('stripe', $1, 'association', 'past_due', $2)`,
    [`sub_${'1Nq8'.repeat(12)}`, acteur],
  )
  return {
    app,
    acteur,
    /** An administrator. */
    moderator: await account(app, 'maelle.le-goff@mairie-de-saint-benoit.example.org', 'admin'),
    treater: await account(app, 'karim@example.org', 'operator_claims'),
    member: await account(app, 'zoe@example.org'),
  }
}
