// Of a release: hostile pages of the largest size.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../../../test/growth.ts'
import { contentLinks, entriesAmong, listedIn } from './page-links.ts'

const LIST = 'https://ville.example/agenda/'
const links = (...hrefs: string[]) => hrefs.map(href => `<a class="x" href="${href}">…</a>`).join('\n')
const entries = (page: string, url = LIST) =>
  entriesAmong(contentLinks(page, url), url).map(each => each.replace('https://ville.example', ''))

test('the links below the path of the list', () => {
  const page = links(
    '/agenda/loto/',
    'noel/?x=1&amp;y=2',
    '/mairie/',
    'https://ville.example/agenda/loto/#plan',
  )
  assert.deepEqual(entries(page), ['/agenda/loto/', '/agenda/noel/?x=1&y=2'])
  assert.deepEqual(entries(page, 'https://ville.example/agenda.html'), ['/agenda/loto/'])
})

test('else the largest group of links of one form, of three at least', () => {
  const page = links('/evenement/loto', '/mairie/plan', '/evenement/bal', '/evenement/noel', '/mairie/elus')
  assert.deepEqual(entries(page), ['/evenement/loto', '/evenement/bal', '/evenement/noel'])
  const numbered = links(
    '/spip.php?article12',
    '/spip.php?rubrique3',
    '/12-loto.html',
    '/13-bal.html',
    '/142-noel.html',
  )
  assert.deepEqual(entries(numbered, 'https://ville.example/'), [
    '/12-loto.html',
    '/13-bal.html',
    '/142-noel.html',
  ])
  assert.deepEqual(entries(links('/a/1', '/b/2')), [])
})

test('links of navigation, header, footer and sidebar are left out; with a main part, all others', () => {
  const around = ['nav', 'header', 'footer', 'aside'].map(
    name => `<${name}>${links(`/agenda/${name}`)}</${name}>`,
  )
  const page = `${around.join('')}<div>${links('/agenda/outside')}</div>`
  assert.deepEqual(entries(page), ['/agenda/outside'])
  assert.deepEqual(entries(`${page}<MAIN>${links('/agenda/inside')}</MAIN>`), ['/agenda/inside'])
})

test('no other site, file, filter or fragment of the list, and no link that programs are asked not to follow', () => {
  const others = [
    'https://other.example/agenda/x',
    '/agenda/affiche.pdf',
    '/agenda/?mois=12',
    '#haut',
    'mailto:a@b.fr',
  ]
  const page = `${links(...others, '/agenda/loto')}<a rel="nofollow" href="/agenda/bal">…</a>
    <!-- ${links('/agenda/hidden')} --><script>'${links('/agenda/script')}'</script><a>no address</a>`
  assert.deepEqual(entries(page), ['/agenda/loto'])
})

test('an ItemList names its pages in any of its forms, a trail of breadcrumbs none', () => {
  const list = {
    '@type': 'ItemList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, url: '/agenda/loto' },
      { '@type': 'ListItem', item: '/agenda/bal' },
      { '@type': 'ListItem', item: { '@type': 'Event', url: '/agenda/noel' } },
      '/agenda/voeux',
    ],
  }
  const trail = { '@type': 'BreadcrumbList', itemListElement: [{ item: '/accueil' }] }
  assert.deepEqual(listedIn([{ '@graph': [trail, { '@type': 'CollectionPage', mainEntity: list }] }]), [
    '/agenda/loto',
    '/agenda/bal',
    { '@type': 'Event', url: '/agenda/noel' },
    '/agenda/voeux',
  ])
})

const LARGEST = 16_000_000
const BROKEN: Readonly<Record<string, string>> = {
  'tags that never end': '<a href="x" ',
  'comments that never end': '<!-- <a ',
  'scripts that never end': '<script><script ',
  'quotes that never end': '<a href="/agenda/x>',
  'open tags': '<div><main><nav>',
}
for (const [name, piece] of Object.entries(BROKEN))
  test(`a page of ${name} is searched in linear time`, () => {
    const pages = new Map([LARGEST / 16, LARGEST].map(size => [size, piece.repeat(size / piece.length)]))
    assertLinear(size => contentLinks(pages.get(size) ?? '', LIST), LARGEST)
  })
