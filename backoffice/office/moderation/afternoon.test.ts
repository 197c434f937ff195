// Of a release: four hundred decisions in a browser.
// Begun first: it takes long.
// In one browser: four hundred decisions are about the service and the cache of the page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { grantRole } from '../../../src/people/users/queries.ts'
import { skip, type Visit, visit, withoutNews } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { PER_PAGE } from '../../kit/desk/per-page.ts'
import {
  decidedByAnne,
  findsMore,
  letThemLeave,
  lettersTo,
  movesOn,
  one,
  opened,
  rejectedAlike,
  said,
  signIn,
  signUp,
  turnSecondFactorOn,
} from '../../test/afternoon-town.ts'

/** A moderator's afternoon in the demo town, with a real browser and mail server. */

test('a moderator’s afternoon', { skip }, async t => {
  const { app, post } = opened()
  const first = await visit(app)
  const look = await visit(app)
  const { page, faults } = look
  const { keyboard } = page
  const reject = async (reason: number) => {
    await keyboard.press('r')
    await page.getByRole('dialog').waitFor()
    await keyboard.press(String(reason))
    await keyboard.press('Control+Enter')
  }
  /** Confirms the dialog that opens before a duplicate of an online publication is published. */
  const publish = async () => {
    const href = page.url()
    const anyway = page.getByRole('button', { name: 'Publier quand même' })
    await keyboard.press('p')
    await eventually(
      async () => page.url() !== href || (await anyway.isVisible()),
      'published, or a question',
    )
    if (page.url() === href) await anyway.click()
  }
  const openAlone = async (id: string) => {
    await page.goto(`/moderation?item=${id}`)
    await page.locator('#item-title').waitFor()
  }

  await t.test('signs in with a second factor enabled on the page', async () => {
    await signIn(first)
    const code = await turnSecondFactorOn(first)
    await signIn(look, code)
  })

  await t.test('forty items by keyboard alone: published, rejected, scheduled for tomorrow', async () => {
    for (let number = 0; number < 40; number++)
      if (number % 4 === 3) await movesOn(look, () => reject(6))
      else if (number % 10 === 0)
        await movesOn(look, async () => {
          await keyboard.press('t')
          await page.getByRole('dialog').waitFor()
          await keyboard.type('demain')
          await keyboard.press('Enter')
        })
      else await movesOn(look, publish)
    await eventually(
      async () => isDeepStrictEqual(await decidedByAnne(), { approved: 4, published: 26, rejected: 10 }),
      'forty decisions, each as it was meant',
    )
    const { rows } = await app.owner.query(
      `select distinct moderation_reason_code as code from publications
       where moderated_by = $1 and moderation_status = 'rejected'`,
      [opened().anne],
    )
    assert.deepEqual(rows, [{ code: 'off_topic' }])
  })

  await t.test('five duplicates compared side by side: one kept, the other, or both', async () => {
    const toldApart = () => one('select count(*)::int as n from publications_told_apart').then(({ n }) => n)
    for (const choice of ['1', '2', '3', '1', '3']) {
      await page.goto('/moderation?onglet=doublons')
      const first = page.locator('ol a').first()
      await first.waitFor()
      const id = new URL((await first.getAttribute('href')) ?? '', app.url).searchParams.get('item') ?? ''
      await page.locator('#item-title').waitFor()
      const [apart, rejected] = [await toldApart(), await rejectedAlike(id)]
      await keyboard.press('d')
      await page.getByRole('heading', { name: 'Celle-ci' }).waitFor()
      if (choice === '2') await look.assertAccessible('two side by side')
      await keyboard.press(choice)
      if (choice === '3') await eventually(async () => (await toldApart()) > apart, 'they are told apart')
      else await eventually(async () => (await rejectedAlike(id)) === rejected + 1, 'one of them is rejected')
    }
  })

  await t.test(
    'a whole filter rejected: undone in time, no mail is sent; undone late, every author gets a second mail',
    async () => {
      await app.owner.query(
        `update publications set title = 'Atelier : ' || title where id in (select id from publications
           where moderation_status = 'pending' and deleted_at is null and created_by is not null and length(title) < 180
           order by id limit 40)`,
      )
      const { n, email } = await one(`
      select sum(count(*)) over ()::int as n, u.email from publications p join users u on u.id = p.created_by
      where p.title ilike '%atelier%' and p.moderation_status = 'pending' and p.deleted_at is null
      group by u.email order by count(*) desc limit 1`)
      assert.ok(n > PER_PAGE)
      // One letter for each acteur, here of those with several of these publications.
      const { letters } = await one(
        `select count(*)::int as letters from (
           select p.acteur_id from publications p join users u on u.id = p.created_by
           where p.title ilike '%atelier%' and p.moderation_status = 'pending' and p.deleted_at is null and u.email = $1
           group by p.acteur_id having count(*) > 1) several`,
        email,
      )
      const waiting = () =>
        one(`select count(*)::int as n from publications where title ilike '%atelier%' and moderation_status = 'pending'
        and deleted_at is null`).then(row => row.n)
      await page.goto('/moderation?q=atelier')
      await page.getByText(`sur ${n}`).first().waitFor()
      const rejectAll = async () => {
        await page.getByLabel('Choisir la page').check()
        await page.getByRole('button', { name: `Choisir les ${n} de ce filtre` }).click()
        await reject(1)
        await said(look, `${n} publications refusées.`)
        await becomes(waiting, 0)
      }
      await rejectAll()
      await keyboard.press('u')
      await said(look, /^Annulé/)
      await becomes(waiting, n)
      await letThemLeave()
      const rejections = () => lettersTo(email, /^Vos publications n’ont pas été retenues/).length
      const earlier = rejections()

      await page.getByText(`sur ${n}`).first().waitFor()
      await rejectAll()
      await letThemLeave()
      await becomes(async () => rejections() - earlier, letters)
      await keyboard.press('u')
      await said(look, /^Annulé/)
      await letThemLeave()
      await eventually(
        async () => lettersTo(email, /de nouveau en examen/).length > 0,
        'and the next one takes it back',
      )
      assert.equal(rejections() - earlier, letters, 'of two rejections, one was ever written about')
      await becomes(waiting, n)
    },
  )

  await t.test('six hundred items of a filter are published by a job, and undone at once', async () => {
    await app.owner.query(`
      insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
        moderation_by, created_by, duplicate_key, duplicate_reason)
      select 'Grande vague ' || n, 'Texte ' || n, acteur_id, type_id, commune_id, commune_ids, 'pending', false,
        'member', created_by, gen_random_uuid(), 'signature'
      from (select * from publications where acteur_id is not null limit 1) p, generate_series(1, 600) n`)
    const visible = () =>
      one(`select count(*)::int as n from publications where title like 'Grande vague%' and valide`).then(
        ({ n }) => n,
      )
    const more = await findsMore(page, 500)
    await page.goto('/moderation?q=Grande+vague')
    await page.getByText('sur au moins 500').first().waitFor()
    await page.getByLabel('Choisir la page').check()
    const countAll = page.getByRole('button', { name: 'Il y en a au moins 500 : les compter toutes' })
    await countAll.click()
    await page.getByText('trop nombreuses pour être comptées').waitFor()
    await page.unroute(more.counting)
    await countAll.click()
    await page.getByText('1–25 sur 600').waitFor()
    await page.getByRole('button', { name: 'Choisir les 600 de ce filtre' }).click()
    await keyboard.press('p')
    await said(look, '600 publications publiées.')
    await becomes(visible, 600)
    await keyboard.press('u')
    await said(look, 'Annulé : la décision sur 600 publications.')
    await becomes(visible, 0)
    await page.unroute(more.listing)
  })

  await t.test('a scheduled publication appears at its time', async () => {
    const { id } = await one(
      `select id from publications where moderated_by = $1 and moderation_status = 'approved' limit 1`,
      opened().anne,
    )
    assert.equal((await app.anyone.get(`/publications/${id}`)).status, 404)
    await openAlone(id)
    await page.getByText('Programmée').first().waitFor()
    await page.getByText(/^demain à 8 h$/).waitFor()
    await app.owner.query(`update publications set publie_le = now() where id = $1`, [id])
    await eventually(
      async () => (await app.anyone.get(`/publications/${id}`)).status === 200,
      'everybody sees it',
    )
  })

  await t.test('a version conflict keeps the decision of the colleague', async () => {
    const { id } = await one(
      `select id from publications where moderation_status = 'pending' and deleted_at is null limit 1`,
    )
    const hearNews = await withoutNews(look)
    await openAlone(id)
    const colleague = app.as(await app.user(['operator_moderation']))
    await colleague.patch(`/admin/publications/${id}/moderate`, {
      moderation_status: 'rejected',
      reason_code: 'spam',
    })
    await keyboard.press('p')
    await page.getByText('Elle est maintenant : Refusée (Publicité)').waitFor()
    hearNews()
    await page.getByRole('button', { name: 'Garder ce qui est' }).click()
    assert.equal(
      (await one('select moderation_status from publications where id = $1', id)).moderation_status,
      'rejected',
    )
  })

  await t.test('a corrected text: the mail to the author and the history list the changes', async () => {
    const { id, title, email } = await one(`
      select p.id, p.title, u.email from publications p join users u on u.id = p.created_by
      where p.moderation_status = 'pending' and p.deleted_at is null and length(p.title) < 100 and u.email like 'club@%' limit 1`)
    await openAlone(id)
    await keyboard.press('e')
    await page.getByRole('heading', { name: 'Corriger la publication' }).waitFor()
    await keyboard.press('End')
    await keyboard.type(' et des aînés')
    await page.getByText('ajouté : et des aînés').waitFor()
    await look.assertAccessible('the correction')
    await keyboard.press('Control+Enter')
    await said(look, /est corrigée/)
    await eventually(
      async () =>
        (await one('select title from publications where id = $1', id)).title === `${title} et des aînés`,
      'the title is as it was typed',
    )
    await letThemLeave()
    await eventually(async () => lettersTo(email, /a été corrigée/).length > 0, 'the author is told')
    assert.match(lettersTo(email, /a été corrigée/)[0]?.parsed.text ?? '', /et des aînés/)
    await keyboard.press('p')
    await said(look, /est publiée/)
    await keyboard.press('u')
    await said(look, /^Annulé/)
    await openAlone(id)
    for (const event of ['corrigée', 'publiée', 'décision annulée'])
      await page.getByRole('listitem').getByText(`${event}, vous`).waitFor()
  })

  await t.test(
    'an author changes an approved text: only the changes are marked, and the approved text is restored',
    async () => {
      const { id, body } = await one(`
      select p.id, p.body from publications p join publication_revisions r on r.publication_id = p.id
      where p.moderation_status = 'pending' and p.deleted_at is null and r.body <> p.body limit 1`)
      await openAlone(id)
      await page.getByText('Ce qui a changé depuis son approbation').waitFor()
      await becomes(async () => (await page.locator('article ins').count()) > 0, true)
      await look.assertAccessible('what has changed')
      await page.getByRole('button', { name: 'Autres actions' }).click()
      await page.getByRole('button', { name: 'Textes d’avant…' }).click()
      await page.getByRole('button', { name: 'Revenir à ce texte' }).waitFor()
      await look.assertAccessible('the approved texts')
      await page.getByRole('button', { name: 'Revenir à ce texte' }).click()
      await said(look, /est revenue à un texte d’avant/)
      await eventually(
        async () => (await one('select body from publications where id = $1', id)).body !== body,
        'the approved text stands there again',
      )
    },
  )

  await t.test('no error that the page did not show', () => {
    assert.deepEqual([...first.faults, ...faults], [])
    assert.equal(post.deliveries.filter(({ accepted }) => !accepted).length, 0)
  })
})

test('two moderators on one queue: each publication is decided once, and a conflict is asked about', {
  skip,
}, async () => {
  const { app } = opened()
  const emails = ['paul@example.org', 'lise@example.org']
  const desks: Visit[] = []
  for (const email of emails) {
    await signUp(app, opened().post, email)
    const { id } = await one('select id from users where email = $1', email)
    await app.service.db.transaction(tx => grantRole(tx, id, 'operator_moderation'))
    const look = await visit(app)
    await signIn(look, undefined, email)
    desks.push(look)
  }
  // The first decisions leave together: they are about the same publication.
  const leaving = desks.map(() => Promise.withResolvers<void>())
  const together = Promise.all(leaving.map(({ promise }) => promise))
  for (const [at, { page }] of desks.entries())
    await page.route(
      '**/moderate',
      async route => {
        leaving[at]?.resolve()
        await together
        await route.continue()
      },
      { times: 1 },
    )
  const decisions = () =>
    one(
      `select count(*)::int as decided, (count(*) filter (where people > 1))::int as twice from (
        select count(distinct user_id) as people from audit_log join users u on u.id = user_id
        where action = 'publication.moderated' and u.email = any($1) group by entity_id) each`,
      emails,
    )
  let asked = 0
  await Promise.all(
    desks.map(async ({ page }) => {
      const theirs = page.getByRole('button', { name: 'Garder ce qui est' })
      await eventually(
        async () => {
          if (!(await theirs.isVisible())) await page.keyboard.press('p')
          // It may be closing.
          else
            await theirs.click({ timeout: 5_000 }).then(
              () => asked++,
              () => {},
            )
          return asked > 0 && (await decisions()).decided >= 10
        },
        'ten are decided about, and whoever was late was asked',
        180_000,
      )
    }),
  )
  assert.equal((await decisions()).twice, 0)
  for (const { faults } of desks) assert.deepEqual(faults, [])
})
