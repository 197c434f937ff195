import assert from 'node:assert/strict'
import { test } from 'node:test'
import { item, only, rss } from '../../../../../test/fixtures/feeds.ts'

/** Descriptions as each system writes them, about things that never happened. */

const TITLE = 'Travaux rue de la Gare'
const bodyOf = (description: string) =>
  only(
    rss(
      item(
        `<guid>1</guid><title>${TITLE}</title><dc:creator>m.durand</dc:creator><description><![CDATA[${description}]]></description>`,
      ),
    ),
  ).body
const TEXT = 'La rue est fermée lundi.'

const DRUPAL = `<span class="field field--name-title field--type-string field--label-hidden">${TITLE}</span>

<span class="field field--name-uid field--type-entity-reference field--label-hidden"><span lang="" about="/user/12" typeof="schema:Person" property="schema:name" datatype="">m.durand</span></span>
<span class="field field--name-created field--type-created field--label-hidden"><time datetime="2026-11-14T10:12:00+01:00" class="datetime">jeu 14/11/2026 - 10:12</time></span>`

const CASES: Readonly<Record<string, string>> = {
  'Drupal, its default view': `${DRUPAL}<div class="clearfix text-formatted field field--name-body"><p>${TEXT}</p></div>`,
  'Drupal, a theme without classes': `<span>${TITLE}</span>
<span><span lang="" about="/user/12" typeof="schema:Person" property="schema:name" datatype="">m.durand</span></span>
<span>jeu 14/11/2026 - 10:12</span><div><p>${TEXT}</p></div>`,
  'Drupal, neither classes nor RDF': `<span>${TITLE}</span> <span>m.durand</span> <span>jeu 14/11/2026 - 10:12</span><div><p>${TEXT}</p></div>`,
  'Drupal 7': `<div class="submitted">Soumis par <span class="username">m.durand</span> le 14/11/2026</div><p>${TEXT}</p>`,
  'WordPress with Yoast': `<p>${TEXT}</p>\n<p>L’article <a rel="nofollow" href="https://v.example/t/">${TITLE}</a> est apparu en premier sur <a rel="nofollow" href="https://v.example">Ville</a>.</p>`,
  'WordPress with Yoast, in English': `<p>${TEXT}</p><p>The post <a href="https://v.example/t/">${TITLE}</a> appeared first on <a href="https://v.example">Ville</a>.</p>`,
  'WordPress, an excerpt': `<p>${TEXT} <a class="more-link" href="https://v.example/t/">Continuer la lecture</a></p>`,
  'WordPress, buttons to share': `<p>${TEXT}</p><div class="sharedaddy sd-sharing-enabled"><h3>Partager :</h3><ul><li><a href="https://x.example/">X</a></li></ul></div>`,
  SPIP: `<div class='rss_chapo'><p>${TEXT}</p></div>\n-\n<a href="https://v.example/-Actualites-" rel="directory">Actualités</a>\n/\n<a href="https://v.example/+-Voirie-+" rel="tag">Voirie</a>`,
  Joomla: `<div class="feed-description"><p>${TEXT}</p></div><p class="feed-readmore"><a target="_blank" href="https://v.example/t">Lire la suite...</a></p>`,
  'Joomla, a hidden address': `<p>${TEXT} <span id="cloak12">Cette adresse e-mail est protégée contre les robots spammeurs.</span><script>x()</script></p>`,
}
for (const [name, description] of Object.entries(CASES))
  test(name, () => assert.equal(bodyOf(description), TEXT))

test('where nothing but boilerplate is left, the title is all there is, and no account', () => {
  assert.equal(bodyOf(DRUPAL), '')
})

test('a text that begins with its title or an author, or speaks of an article, stays as it is', () => {
  for (const text of [
    `${TITLE} dès lundi.`,
    'm.durand vous répond le 14/11/2026.',
    'L’article du journal est paru.',
    '14/11/2026 - 10:12 : coupure',
  ])
    assert.equal(bodyOf(`<p>${text}</p>`), text)
})
