import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import {
  CODE,
  communesElsewhere,
  fileOf,
  importSource,
  leftIn,
} from '../../../test/fixtures/commune-files.ts'
import { noticesPage } from '../../../test/fixtures/notices-page.ts'
import { otherSite } from './other-sites.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-other-sites-'))
after(() => rmSync(folder, { recursive: true }))
const app = await startApp()
const { town } = await communesElsewhere(app)
const hall = await make.mairie(app, town)

const brought = async (path: string) => {
  const { source, told } = await otherSite(app.service.db.pool, path, { ref: CODE, acteur: undefined })
  return { ...(await importSource(app, source)), left: told }
}

interface Post {
  readonly id: number
  readonly title: string
  readonly body: string
  readonly path: string
  readonly type?: string
  readonly status?: string
  readonly password?: string
  readonly more?: string
}
const post = ({
  id,
  title,
  body,
  path,
  type = 'post',
  status = 'publish',
  password = '',
  more = '',
}: Post) => `
	<item>
		<title><![CDATA[${title}]]></title>
		<link>https://www.mairie.example${path}</link>
		<pubDate>Fri, 17 May 2024 08:30:00 +0000</pubDate>
		<dc:creator><![CDATA[secretariat]]></dc:creator>
		<guid isPermaLink="false">https://www.mairie.example/?p=${id}</guid>
		<description></description>
		<content:encoded><![CDATA[${body}]]></content:encoded>
		<excerpt:encoded><![CDATA[]]></excerpt:encoded>
		<wp:post_id>${id}</wp:post_id>
		<wp:status><![CDATA[${status}]]></wp:status>
		<wp:post_type><![CDATA[${type}]]></wp:post_type>
		<wp:post_password><![CDATA[${password}]]></wp:post_password>${more}
	</item>`
const exportOf = (...posts: readonly string[]) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
	<title>Mairie</title>
	<link>https://www.mairie.example</link>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_blog_url>https://www.mairie.example</wp:base_blog_url>
	<wp:author><wp:author_email><![CDATA[secretariat@mairie.example]]></wp:author_email></wp:author>${posts.join('')}
</channel>
</rss>
`
const thumbnail = `
		<wp:postmeta><wp:meta_key><![CDATA[_thumbnail_id]]></wp:meta_key>
		<wp:meta_value><![CDATA[9]]></wp:meta_value></wp:postmeta>`

test('a WordPress export becomes publications of the town hall, and its addresses lead to them', async () => {
  const wxr = exportOf(
    post({
      id: 1,
      title: 'Fête de l’été',
      body: '<p>Un <b>bal</b>.</p>',
      path: '/2024/05/fete-de-l-ete/',
      more: thumbnail,
    }),
    post({
      id: 2,
      title: 'Comment écrire',
      body: 'On écrit <item> et </item>, ou ]]]]><![CDATA[>.',
      path: '/comment/',
    }),
    post({ id: 3, title: 'Brouillon', body: 'Non.', path: '/?p=3', status: 'draft' }),
    post({ id: 4, title: 'Au conseil', body: 'Secret.', path: '/conseil/', password: 'x' }),
    post({ id: 5, title: 'Mentions légales', body: 'Page.', path: '/mentions/', type: 'page' }),
    post({
      id: 9,
      title: 'bal',
      body: '',
      path: '/bal/',
      type: 'attachment',
      more: '<wp:attachment_url><![CDATA[https://www.mairie.example/wp-content/uploads/bal.jpg]]></wp:attachment_url>',
    }),
  )
  const path = fileOf(Buffer.from(wxr), 'export.xml')
  const first = await brought(path)
  assert.deepEqual([first.publications, first.redirects, first.acteurs], [2, 2, 0])
  assert.deepEqual(first.left.toSorted(), [
    'Left out: 1 items behind a password.',
    'Left out: 1 items of the kind “page”.',
    'Left out: 1 items that are not published (draft).',
  ])
  const { rows } = await app.owner.query('select * from publications order by title desc')
  assert.deepEqual(
    rows.map(({ title, acteur_id, image_url }) => [title, acteur_id, image_url]),
    [
      ['Fête de l’été', hall, 'https://www.mairie.example/wp-content/uploads/bal.jpg'],
      ['Comment écrire', hall, null],
    ],
  )
  assert.equal(rows[0].body, 'Un bal.')
  assert.equal(rows[0].publie_le.toISOString(), '2024-05-17T08:30:00.000Z')
  const answer = await fetch(`${app.url}/place/rennes/2024/05/fete-de-l-ete`, { redirect: 'manual' })
  assert.match(answer.headers.get('location') ?? '', /^\/place\/rennes\/p\/fete-de-l-ete-/)
  const stood = await leftIn(app)
  const second = await brought(path)
  assert.deepEqual([second.publications, second.unchanged.publications, second.told], [0, 2, []])
  assert.deepEqual(await leftIn(app), { ...stood, audit_log: (stood.audit_log ?? 0) + 1 })
})

test('a folder of PanneauPocket pages is read, and a second run adds nothing', async () => {
  const saved = join(folder, 'rennes.html')
  writeFileSync(
    saved,
    noticesPage(
      { id: 71, title: 'Coupure d’eau', content: 'Mardi matin.', date: 'Publié le 12/03/2024' },
      { id: 72, title: 'Loto', content: 'Salle des fêtes.', date: '14/06/2030', isEvent: true },
    ),
  )
  utimesSync(saved, new Date('2024-04-01T10:00:00Z'), new Date('2024-04-01T10:00:00Z'))
  writeFileSync(join(folder, 'notes.txt'), 'not a page')
  const first = await brought(folder)
  assert.equal(first.publications, 2)
  const { rows } = await app.owner.query(`select date_debut::text from publications where title = 'Loto'`)
  assert.equal(rows[0].date_debut, '2030-06-14')
  const second = await brought(folder)
  assert.deepEqual([second.publications, second.unchanged.publications, second.told], [0, 2, []])
})

test('what is no export of a site is refused', async () => {
  for (const [text, says] of [
    ['<html><body>Bonjour</body></html>', /neither the file of a commune, a WordPress export/],
    ['<rss><channel><item><title>x</title></item></channel></rss>', /neither/],
    ['', /neither/],
    [
      `<!DOCTYPE x [<!ENTITY a "b">]>${exportOf(post({ id: 1, title: '&a;', body: 'x', path: '/' }))}`,
      /export.xml/,
    ],
  ] as const)
    await assert.rejects(brought(fileOf(Buffer.from(text), 'export.xml')), says)
})
