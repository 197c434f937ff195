import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read, URL_OF_FEED } from '../../../../../test/fixtures/feeds.ts'
import { Unreadable } from '../item.ts'
import { isPage, refuseOther } from './web-page.ts'

const page = (head: string, body = '') =>
  `<!DOCTYPE html><html lang="fr"><head><title>Ville</title>${head}</head><body>${body}</body></html>`
const REFUSED: Readonly<Record<string, readonly [code: string, text: string]>> = {
  'a home page': ['not_a_feed', page('')],
  'a home page that names its feed': [
    'is_page_with_feed',
    page(
      '<link rel="alternate" type="application/rss+xml" href="/comments/feed/"><link rel="alternate" type="application/rss+xml" href="/feed/">',
    ),
  ],
  'a sign-in page': ['is_sign_in_page', page('', '<form><input name="p" type="password"></form>')],
  'a page with a box to sign in that names its feed': [
    'is_page_with_feed',
    page(
      '<link rel="alternate" type="application/rss+xml" href="/feed/">',
      '<input name="p" type="password">',
    ),
  ],
  'a page below a warning of PHP': [
    'not_a_feed',
    `\nWarning: include(menu.php): failed to open stream in /www/a.php on line 3\n${page('')}`,
  ],
  'a PDF': ['is_pdf', '%PDF-1.7 …'],
  'a spreadsheet': ['is_spreadsheet', 'PK\u0003\u0004…'],
  prose: ['not_a_feed', 'Bonjour, voici le programme.\nÀ bientôt.'],
}
for (const [name, [code, text]] of Object.entries(REFUSED))
  test(`${name}: ${code}`, () => {
    assert.throws(
      () => read(text),
      (error: unknown) => error instanceof Unreadable && error.code === code,
    )
  })

test('a page names its feed by its whole address', () => {
  assert.throws(
    () => read(REFUSED['a home page that names its feed']?.[1] ?? ''),
    (error: unknown) =>
      error instanceof Unreadable && error.explanation.params.text === new URL('/feed/', URL_OF_FEED).href,
  )
})

test('calendars of Google and Outlook: their pages name the public address, sign-in pages tell that it is private', () => {
  const at = (url: string) => {
    try {
      refuseOther(page('', '<input type="password">'), url)
    } catch (error) {
      assert.ok(error instanceof Unreadable)
      return [error.code, error.explanation.params.text]
    }
  }
  const ical = 'https://calendar.google.com/calendar/ical/mairie%40ville.example/public/basic.ics'
  const cid = Buffer.from('mairie@ville.example').toString('base64url')
  for (const query of ['embed?src=mairie%40ville.example&ctz=Europe%2FParis', `u/0?cid=${cid}`])
    assert.deepEqual(at(`https://calendar.google.com/calendar/${query}`), ['is_page_with_feed', ical])
  const outlook = 'https://outlook.office365.com/owa/calendar/a@b/c/calendar'
  assert.deepEqual(at(`${outlook}.html`), ['is_page_with_feed', `${outlook}.ics`])
  for (const host of ['accounts.google.com', 'login.microsoftonline.com'])
    assert.deepEqual(at(`https://${host}/v3/signin`), ['private_calendar', undefined])
})

const PAGES: Readonly<Record<string, string>> = {
  'begins with <center>': '<center><table><tr><td>Mairie</td></tr></table></center>',
  'begins with <head>': '<head><title>Mairie</title></head>',
  'begins with <meta>': '\ufeff \n<META charset="utf-8"><title>Mairie</title>',
  'has a message of PHP above it':
    '<br />\n<b>Warning</b>: include() in <b>/www/a.php</b><br />\n<!DOCTYPE html>',
  'has a message in plain text above it': 'Notice: Undefined index: x in /www/a.php on line 3\n<html><body>',
  'begins with comments': `<!-- Joomla -->\n<!-- ${'-'.repeat(50)} --><div>Mairie</div>`,
  'begins with a comment of 3 kB': `<!-- ${'x'.repeat(3000)} --><html>`,
  'is XHTML': '<?xml version="1.0"?><?xml-stylesheet href="a.css"?>\n<!DOCTYPE html PUBLIC "x" "y"><html>',
  'is a frameset': '<frameset cols="20%,80%"><frame src="menu.htm"></frameset>',
}
for (const [name, text] of Object.entries(PAGES))
  test(`what ${name} is a page`, () => {
    assert.equal(isPage(text), true)
  })

const OTHERS: Readonly<Record<string, string>> = {
  'an RSS feed with HTML in its texts':
    '<rss><channel><title>Ville</title><item><description><![CDATA[<html>',
  'an RSS feed below a warning of PHP': '<br />\n<b>Warning</b>: x\n<rss version="2.0"><channel>',
  'a list of feeds': '<?xml version="1.0"?><opml><head><title>Flux</title></head></opml>',
  'a lone entry': '<entry><title>Fête</title></entry>',
  'JSON with HTML in it': '{"title": "<html><head>"}',
  'a PDF with a title': '%PDF-1.7\n<title>x</title>',
  'a document type': '<!DOCTYPE x [<!ENTITY a "b">]><x/>',
  prose: 'Bonjour, 2 < 3 et <voilà>.',
  nothing: ' \n',
}
for (const [name, text] of Object.entries(OTHERS))
  test(`${name} is no page`, () => {
    assert.equal(isPage(text), false)
  })
