import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../../../shared/fields/field.ts'
import type { MemberRole } from '../../../../shared/words/access.ts'
import { APPEAL_KINDS, type AppealKind, OTHER_REMEDIES } from '../../../../shared/words/appeals.ts'
import { MAIL_KINDS } from '../../../../shared/words/mail.ts'
import { installationOf } from '../addresses.ts'
import { EXAMPLES, type MailContent, render } from './all.ts'
import { asHtml, asText, link, quote, says } from './layout.ts'

const installation = installationOf({
  mailFrom: 'Ville & <mairie@essai.fr>',
  publicUrl: 'https://parvis.example.fr',
})

/** Hostile names that a person may give. */
const NAMES = [
  '',
  'Jeanne Dupré',
  "O'Brien & fils",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></p></body><h1>Bonjour',
  '{{7*7}} <%= 7*7 %> #{7*7}',
  'javascript:alert(1)',
  'a\r\nBcc: tous@essai.fr\r\n\r\n<html>',
  'ligne\u2028suivante\u2029encore\u0085fin',
  '\u202eesrevni\u202c \u2066isolé\u2069',
  'محمد عبد الله',
  'יוסף כהן',
  '👩‍👩‍👧‍👦 famille 🇫🇷',
  'e\u0301'.repeat(40),
  'Wolfeschlegelsteinhausenbergerdorff'.repeat(20),
  '🎉'.repeat(300),
  '\ud800 demi-paire',
  '-- \nsignature',
  '=?utf-8?q?piège?=',
]
const links = ['https://x.fr/v?token=a&b=%22%3E', `https://x.fr/"><script>alert(1)</script>?q='<>`]

function* everyMail() {
  for (const nom of NAMES)
    for (const url of links)
      for (const language of ['fr', 'en'] as const)
        for (const letter of EXAMPLES) {
          const data = {
            ...letter.data,
            ...('link' in letter.data && { link: url }),
            ...('decline' in letter.data && { decline: url }),
            ...('stop' in letter.data && { stop: url }),
            ...('agree' in letter.data && { agree: url, disagree: url }),
            ...('contest' in letter.data && { contest: url }),
            ...('help' in letter.data && { help: url }),
            ...(letter.template === 'invitation' && { by: { colleague: nom } }),
            ...(letter.template === 'note-mention' && { by: nom }),
            ...('acteur' in letter.data && { acteur: nom || 'Club' }),
            ...('commune' in letter.data && { commune: nom || 'Rennes' }),
            ...(letter.template === 'week' && {
              agenda: [{ when: nom || 'Samedi', title: nom || 'Titre', link: url }],
              alerts: [],
              news: [],
              collections: nom === '' ? [] : ['Verre : mardi'],
            }),
            ...('titles' in letter.data && { titles: letter.data.titles.map(() => nom || 'Titre') }),
            ...(letter.template === 'alert' && {
              items: letter.data.items.map(item => ({ ...item, title: nom || 'Titre', link: url })),
            }),
            ...(letter.template === 'publications-online' && {
              items: letter.data.items.map(() => ({ title: nom || 'Titre', link: url })),
            }),
            ...(letter.template === 'files-removed' && {
              items: letter.data.items.map(() => ({ title: nom || 'Titre', link: url })),
            }),
            ...('body' in letter.data && {
              body: `a\n${nom}\n\n${nom}`,
              subject: letter.data.subject && (nom || 'Objet'),
            }),
            ...('online' in letter.data && { online: url }),
            ...('words' in letter.data && { words: `${nom}\n\nQuoi ?` }),
            ...('reason' in letter.data && letter.data.reason && { reason: `${nom}\n${nom}` }),
          }
          yield { nom, language, letter: { ...letter, data } as MailContent }
        }
}

/** The words a reader sees. */
function wordsOf(html: string): string {
  return (
    html
      .replace(/<head>[\s\S]*<\/head>/, '')
      .replaceAll(/<br>/g, '\n')
      // The title of an entry is a link; in the text its address follows.
      .replaceAll(/<a class="link" href="([^"]*)" style="[^"]*weight[^"]*">([^<]*)<\/a>/g, '$2 $1')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

const TAGS = new Set([
  '!doctype',
  'html',
  'head',
  'meta',
  'title',
  'style',
  'body',
  'div',
  'p',
  'h1',
  'h2',
  'span',
  'a',
  'br',
  'blockquote',
])

test('hostile names are escaped in every mail: all HTML tags are our own', () => {
  let looked = 0
  for (const { nom, language, letter } of everyMail()) {
    const { subject, text, html } = render(letter, language, installation, nom)
    const about = `${letter.template} ${language} ${JSON.stringify(nom)}`
    assert.match(subject, /^[^\p{Cc}\p{Zl}\p{Zp}]{1,400}$/u, about)
    assert.ok([...subject].length <= 200 && subject.isWellFormed(), about)
    for (const [, name = ''] of html.matchAll(/<\/?([^\s>/]*)/g))
      assert.ok(TAGS.has(name), `${about}: <${name}>`)
    assert.ok(!/\son\w+\s*=/i.test(html.replaceAll(/>[^<]*</g, '><')), about)
    for (const [, url = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g))
      assert.match(url, /^https:\/\/x\.fr\//, about)
    assert.ok(
      !/(?:src=|url\(|@import|<link|<img)/i.test(html.replaceAll(/>[^<]*</g, '><')),
      `${about}: remote`,
    )
    assert.ok(html.isWellFormed() && text.isWellFormed(), about)
    assert.ok(!/[\u202a-\u202e\u2066-\u2069]/u.test(html + text + subject), about)
    assert.ok(html.includes(`<html lang="${language}">`) && html.includes('color-scheme'))
    looked++
  }
  assert.equal(looked, NAMES.length * links.length * 2 * EXAMPLES.length)
})

test('the text and the HTML say the same', () => {
  for (const { nom, language, letter } of everyMail()) {
    const { text, html } = render(letter, language, installation, nom)
    const copy = language === 'fr' ? 'Ou copiez cette adresse :' : 'Or copy this address:'
    // The address of a link in words is in the text alone.
    const shown = html.replaceAll(/<a class="link" href="([^"]*)"[^>]*>([^<]*)<\/a>/g, (_, url, words) =>
      words === url ? url : `${words} ${url}`,
    )
    const seen = wordsOf(shown)
      .replaceAll(copy, '')
      .replace('Ville & ', '')
      .replaceAll(/[\s:]+/g, '')
    const read = text
      .replace('-- \n', '')
      .replaceAll(/^> ?/gm, '')
      .replaceAll(/[\s:]+/g, '')
    assert.equal(seen, read, `${letter.template} ${language} ${JSON.stringify(nom)}`)
  }
})

test('a name is said as it is, and cut when it is endless', () => {
  const [letter] = EXAMPLES
  assert.ok(letter)
  const { text, html } = render(letter, 'fr', installation, "Zoé O'Brien & <fille>")
  assert.ok(text.includes("Bonjour Zoé O'Brien & <fille>,"))
  assert.ok(html.includes('Bonjour Zoé O&#39;Brien &amp; &lt;fille&gt;,'))
  assert.ok(render(letter, 'fr', installation, 'x'.repeat(500)).text.includes(`Bonjour ${'x'.repeat(59)}…,`))
})

test('times and durations are said in words', () => {
  const said = (language: 'fr' | 'en', minutes: number) =>
    render(
      { template: 'reset-password', data: { link: 'https://x.fr', minutes } },
      language,
      installation,
      '',
    ).text
  assert.match(said('fr', 60), /valable 1\s?heure et/)
  assert.match(said('fr', 90), /90\s?minutes/)
  assert.match(said('fr', 1440), /24\s?heures/)
  assert.match(said('en', 7 * 1440), /7 days/)
  const changed = render(
    { template: 'password-changed', data: { at: new Date('2026-07-01T22:30:00Z') } },
    'fr',
    installation,
    '',
  )
  assert.match(changed.text, /2 juillet 2026 à 00 h 30 \(heure de Paris\)/)
})

test('a link leads to a page, and nowhere else', () => {
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:a@b.fr',
    '/relative',
    '',
  ])
    assert.throws(() => link('x', url), /starts with http/)
})

test('words of others are quoted line by line, in both parts', () => {
  const content = {
    subject: 's',
    title: 't',
    blocks: [says('Motif :'), quote('une\r\n<b>deux</b>\n\ntrois'), link('Voir', 'https://x.fr')],
    why: 'w',
  }
  assert.ok(asText(content, 'fr', installation).includes('> une\n> <b>deux</b>\n>\n> trois'))
  assert.ok(asHtml(content, 'fr', installation).includes('une<br>\n&lt;b&gt;deux&lt;/b&gt;<br>\n<br>\ntrois'))
})

////////////////////////////////////////////////////////////////////////////// whose words a mail says

/**
 * Who writes each text of a template. `theirs`: an unverified author or recipient, so no program may find an address
 * in it. `ours`: the town's team, who may name a page. `own`: sent to their verified authors only. `word`, `address`:
 * from a list, of the recipient.
 */
const WHOSE: Readonly<Record<string, 'theirs' | 'ours' | 'own' | 'link' | 'word' | 'address'>> = {
  'verify-email.link': 'link',
  'reset-password.link': 'link',
  'confirm-address.link': 'link',
  'invitation.link': 'link',
  'invitation.decline': 'link',
  'invitation.by.colleague': 'theirs',
  'invitation.by.acteur': 'theirs',
  'invitation.roles': 'word',
  'invitation.limits.role': 'word',
  'invitation.limits.places': 'theirs',
  'invitation.acteurs.acteur': 'theirs',
  'invitation.acteurs.role': 'word',
  'invitation.acteurs.permissions': 'word',
  'member-rights.acteur': 'theirs',
  'member-rights.role': 'word',
  'member-rights.permissions': 'word',
  'member-rights.link': 'link',
  'member-removed.acteur': 'theirs',
  'publication-rejected.titles': 'theirs',
  'publication-rejected.help': 'link',
  'publication-rejected.reason': 'ours',
  'publication-rejected.code': 'word',
  'publication-rejected.link': 'link',
  'changes-requested.titles': 'theirs',
  'changes-requested.help': 'link',
  'changes-requested.reason': 'ours',
  'changes-requested.link': 'link',
  'report-outcome.titles': 'theirs',
  'report-outcome.outcome': 'word',
  'publication-corrected.titles': 'theirs',
  'publication-corrected.help': 'link',
  'publication-corrected.changes.what': 'word',
  'publication-corrected.link': 'link',
  'publication-corrected.online': 'link',
  'publication-corrected.changes.before': 'own',
  'publication-corrected.changes.after': 'ours',
  'decision-withdrawn.titles': 'theirs',
  'decision-withdrawn.about': 'word',
  'claim-received.acteur': 'theirs',
  'claim-made.acteur': 'theirs',
  'claim-made.agree': 'link',
  'claim-made.disagree': 'link',
  'claim-letter.acteur': 'theirs',
  'claim-letter.link': 'link',
  'official-code.acteur': 'theirs',
  'official-code.account': 'address',
  'official-code.code': 'ours',
  'official-code.link': 'link',
  'claim-question.acteur': 'theirs',
  'claim-question.words': 'ours',
  'claim-question.help': 'link',
  'claim-closed.acteur': 'theirs',
  'claim-closed.outcome': 'word',
  'claim-closed.reason': 'ours',
  'claim-closed.account': 'word',
  'claim-closed.account.toOpen': 'address',
  'claim-closed.letter': 'word',
  'claim-closed.link': 'link',
  'claim-closed.contest': 'link',
  'appeal-outcome.titles': 'theirs',
  'appeal-outcome.kind': 'word',
  'appeal-outcome.decision': 'word',
  'appeal-outcome.outcome': 'word',
  'appeal-outcome.answer': 'ours',
  'publication-rejected.contest': 'link',
  'report-outcome.contest': 'link',
  'webhook-disabled.nom': 'theirs',
  'webhook-disabled.cause': 'word',
  'draft-ready.acteur': 'theirs',
  'draft-ready.title': 'theirs',
  'draft-ready.notes.code': 'word',
  'draft-ready.notes.texts': 'theirs',
  'draft-ready.link': 'link',
  'mail-refused.subject': 'theirs',
  'mail-refused.why': 'word',
  'mail-refused.link': 'link',
  'files-removed.by': 'theirs',
  'files-removed.reason': 'ours',
  'files-removed.items.title': 'theirs',
  'files-removed.items.link': 'link',
  'note-mention.by': 'theirs',
  'note-mention.kind': 'word',
  'note-mention.link': 'link',
  'publications-online.items.title': 'theirs',
  'publications-online.items.link': 'link',
  'publications-online.stop': 'link',
  'alert.items.cause': 'word',
  'alert.items.title': 'theirs',
  'alert.items.link': 'link',
  'alert.link': 'link',
  'alert.stop': 'link',
  'digest.link': 'link',
  'digest.stop': 'link',
  'week-confirmation.commune': 'theirs',
  'week-confirmation.link': 'link',
  'week.commune': 'theirs',
  ...Object.fromEntries(
    ['alerts', 'agenda', 'news'].flatMap(name => [
      [`week.${name}.when`, 'theirs' as const],
      [`week.${name}.title`, 'theirs' as const],
      [`week.${name}.link`, 'link' as const],
    ]),
  ),
  'week.collections': 'theirs',
  'week.link': 'link',
  'week.stop': 'link',
  'support-reply.subject': 'theirs',
  'support-reply.body': 'ours',
}

const HOSTILE = [
  'Madame, votre amende : https://impots.evil.example/payer',
  'evil.example',
  'www.evil.example/x',
  'écrivez à voleur@evil.example',
  'evil。example',
  'evil\u200b.example',
  'evil\u00ad.example https:\\\\evil.example',
  '\u202eelpmaxe.live\u202c',
  '93.184.216.34',
]
/** More than common mail programs turn into a link. */
const LINK = /:\/\/|\w@|\bwww\.|[\p{L}\p{N}-]{2,}[.。．｡․](?:example|live)|\d+\.\d+\.\d+\.\d+/iu

/** The same data with each text of theirs replaced; a text missing in the table fails. */
function hostileIn(value: unknown, path: string, words: string): unknown {
  if (value === null || value instanceof Date || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(one => hostileIn(one, path, words))
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, hostileIn(one, `${path}.${name}`, words)]),
    )
  assert.ok(path in WHOSE, `${path}: say whose text it is`)
  return WHOSE[path] === 'theirs' ? words : value
}

test('no template contains text of unverified people that mail programs would turn into a link', () => {
  const templates = new Set<string>()
  for (const words of HOSTILE)
    for (const nom of ['', words])
      for (const letter of EXAMPLES)
        for (const language of ['fr', 'en'] as const) {
          const data = hostileIn(letter.data, letter.template, words)
          const { subject, text, html } = render(
            { ...letter, data } as MailContent,
            language,
            installation,
            nom,
          )
          const shown = [subject, text, wordsOf(html), /<title>(.*)<\/title>/.exec(html)?.[1]]
            .join('\n')
            .replaceAll(/https:\/\/parvis\.example\.fr\S*|parvis\.example\.fr/g, '')
            .replaceAll('jeanne@example.fr', '')
          const about = `${letter.template} ${language} ${JSON.stringify(words)}`
          assert.doesNotMatch(shown, LINK, about)
          assert.doesNotMatch(shown.normalize('NFKC'), LINK, about)
          assert.doesNotMatch(shown, /[\p{Bidi_Control}\u200b\u00ad]/u, about)
          templates.add(letter.template)
        }
  assert.deepEqual([...templates].sort(), namesOf(MAIL_KINDS).sort())
})

test('an invitation says who invites, what for and how to decline', () => {
  const letters = EXAMPLES.filter(one => one.template === 'invitation')
  const said = letters.map(letter => render(letter, 'fr', installation, ''))
  assert.deepEqual(
    said.map(({ subject }) => subject),
    [
      'Anne Le Goff vous invite sur Ville &',
      'Club de judo vous invite sur Ville &',
      'Votre invitation sur Ville &',
    ],
  )
  const [colleague, acteur, town] = said.map(({ text }) => text)
  assert.match(colleague ?? '', /Anne Le Goff, de l’équipe de Ville &, vous propose un accès/)
  assert.match(
    colleague ?? '',
    /Vous pourrez, pour Rennes Métropole et Dinard\s: relire les publications\s; répondre aux messages\.\n\nVous pourrez\s: gérer les imports\./,
  )
  assert.match(acteur ?? '', /L’équipe de «\sClub de judo\s» vous propose de la rejoindre/)
  assert.match(acteur ?? '', /> Club de judo\n\nVous pourrez\s: écrire, corriger et retirer/)
  assert.match(acteur ?? '', /… et 2 de plus\./)
  assert.match(town ?? '', /L’équipe de Ville & vous propose un accès[\s\S]*administrer tout le service/)
  for (const { text, html } of said) {
    assert.match(
      text,
      /Refuser l’invitation, sans se connecter\s:\nhttps:\S+\/auth\/decline-invitation\/\S+\n/,
    )
    assert.equal(html.split('class="button"').length, 2, 'one button: to accept')
  }
})

const textOf = (mail: MailContent, language: 'fr' | 'en' = 'fr') => {
  const { subject, text } = render(mail, language, installation, '')
  return `${subject}\n${text}`
}

const HELP = { help: 'https://parvis.example.fr/espace/aide' }

test('where else to turn is said only to those whom a decision goes against, in the same words', () => {
  const appeal = { titles: ['Loto'], answer: 'Voici.', sameDecider: false, answerable: true } as const
  const outcome = (kind: AppealKind, how: 'upheld' | 'overturned'): MailContent => ({
    template: 'appeal-outcome',
    data: { ...appeal, kind, decision: 'rejected', outcome: how },
  })
  const claim = { acteur: 'Club', reason: null, account: 'own', answerable: true } as const
  const reported = { titles: ['Loto'], answerable: true }
  const against: MailContent[] = [
    ...namesOf(APPEAL_KINDS).map(kind => outcome(kind, 'upheld')),
    {
      template: 'publication-rejected',
      data: { ...reported, ...HELP, reason: null, code: null, at: new Date(0) },
    },
    { template: 'report-outcome', data: { ...reported, outcome: 'kept' } },
    { template: 'claim-closed', data: { ...claim, outcome: 'rejected' } },
  ]
  const inFavour: MailContent[] = [
    ...namesOf(APPEAL_KINDS).map(kind => outcome(kind, 'overturned')),
    { template: 'report-outcome', data: { ...reported, outcome: 'removed' } },
    { template: 'claim-closed', data: { ...claim, outcome: 'approved' } },
  ]
  for (const language of ['fr', 'en'] as const) {
    for (const mail of against) assert.ok(textOf(mail, language).includes(OTHER_REMEDIES[language]))
    for (const mail of inFavour)
      assert.doesNotMatch(textOf(mail, language), /juge|court|médiateur|ombudsman|définitive|final/)
  }
})

test('the mail to a member promises only what the rights allow', () => {
  const rights = (role: MemberRole, permissions: string[], isNew = true) =>
    textOf({
      template: 'member-rights',
      data: { acteur: 'Club', role, permissions, isNew, link: 'https://x.fr' },
    })
  const reader = rights('editor', [])
  assert.match(reader, /vous pouvez lire, sans rien publier/)
  assert.doesNotMatch(reader.replace('sans rien publier', ''), /publi|écri/)
  assert.match(rights('editor', ['manage_publications']), /écrire, corriger/)
  assert.doesNotMatch(rights('editor', ['manage_publications']), /publier|inviter/)
  assert.match(rights('owner', []), /publier sans relecture.*inviter/)
  assert.match(rights('editor', [], false), /^Vos droits ont changé : Club\n/)
})

test('a mail about a text that was returned links to the form, and to the page that contests or writes to the team', () => {
  const link = 'https://parvis.example.fr/espace/ecrire?publication=1'
  const returned = { titles: ['Loto'], reason: null, at: new Date(0), link, ...HELP, answerable: false }
  const contest = 'https://parvis.example.fr/auth/appeal/x'
  const mails: (readonly [MailContent, string])[] = [
    [{ template: 'publication-rejected', data: { ...returned, code: null, contest } }, contest],
    [{ template: 'publication-rejected', data: { ...returned, code: null } }, HELP.help],
    [{ template: 'changes-requested', data: returned }, HELP.help],
  ]
  for (const [mail, other] of mails) {
    const text = textOf(mail)
    assert.deepEqual(text.match(/https:\S+espace\S+|https:\S+auth\S+/g), [link, other])
    assert.doesNotMatch(text, /depuis l’application/)
    assert.equal(/contester|réexaminera/.test(text), mail.template === 'publication-rejected')
  }
  const withoutForm = textOf({
    template: 'publication-rejected',
    data: { ...returned, link: null, code: null },
  })
  assert.doesNotMatch(withoutForm, /proposer à nouveau/)
  // Without a form the mail still says what to do.
  for (const [answerable, todo] of [
    [true, /Répondez à ce message avec le texte corrigé/],
    [false, /Écrivez à l’équipe, une fois connecté, avec le texte corrigé/],
  ] as const) {
    const text = textOf({ template: 'changes-requested', data: { ...returned, link: null, answerable } })
    assert.match(text, todo)
    assert.doesNotMatch(text, /renvoyez-la/)
    assert.equal(text.includes(HELP.help), !answerable)
  }
})
