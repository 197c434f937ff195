// Of a release: expensive texts of the largest size, for everything that reads texts.
// A process of its own: what it asks takes the whole of the event loop.
import type { TSchema } from 'typebox'
import { Obj, Optional, Text } from '../shared/shapes.ts'
import { parseDate } from '../src/exchange/imports/reading/dates/parse-date.ts'
import { readDocument } from '../src/exchange/imports/reading/read-document.ts'
import { fromHtml, isHtml, lineFromHtml } from '../src/exchange/imports/reading/texts/html.ts'
import { pageIdentity } from '../src/exchange/imports/reading/texts/page-identity.ts'
import { bodyFrom } from '../src/exchange/imports/reading/texts/safe-markdown.ts'
import { readEvent } from '../src/exchange/payments/payload.ts'
import { signedAs } from '../src/exchange/payments/receive.ts'
import { decodeText } from '../src/kernel/fetch/decode.ts'
import { factsOf } from '../src/kernel/fetch/headers.ts'
import { httpUrl } from '../src/kernel/html/links.ts'
import { languageOf } from '../src/kernel/http/accept-language.ts'
import { isKnown } from '../src/kernel/http/etags.ts'
import { parseJson } from '../src/kernel/http/json.ts'
import { BODY_LIMIT } from '../src/kernel/http/server.ts'
import { readSignature } from '../src/kernel/http/signatures.ts'
import { everyWord } from '../src/kernel/lists/list-filters.ts'
import { anyText, pageOf } from '../src/kernel/lists/paging.ts'
import { telephoneOf } from '../src/kernel/records/personal-data.ts'
import { checkFor } from '../src/kernel/routes/check.ts'
import { queryReader } from '../src/kernel/routes/query-string.ts'
import { plainLine } from '../src/kernel/texts/plain-text.ts'
import { slugOf } from '../src/kernel/texts/texts.ts'
import { oneAddress, oneLine } from '../src/letters/mail/addresses.ts'
import { readableAnswer } from '../src/letters/mail/smtp-answers.ts'
import { asHtml, asText, prose, quote } from '../src/letters/mail/templates/layout.ts'
import { isOneMailbox } from '../src/letters/support/inbound/one-mailbox.ts'
import { duplicateKeyOf, plainAddress } from '../src/publishing/publications/duplicates.ts'
import { partsOf } from '../src/publishing/publications/lists/search-words.ts'
import { routes } from '../src/routes.ts'
import { personKey, rankOf } from '../src/territory/communes/details/persons.ts'
import { mairieIn } from '../src/territory/communes/registers/directory.ts'
import { headerOf, officialIn } from '../src/territory/communes/registers/elus-register.ts'
import { searchFor } from '../src/territory/communes/rules.ts'
import { recordOf } from '../src/territory/defibrillateurs/register/record.ts'
import { textIn } from '../src/territory/defibrillateurs/register/values.ts'
import { holdsNobodyUp, type Read } from './hostile/cost.ts'

/**
 * Everything that reads untrusted text on the event loop, with expensive texts of the largest accepted size. Files,
 * mails and threads are in `hostile-documents.test.ts`.
 */
const NOW = new Date('2026-01-05T09:00:00Z')
const LONGEST_QUERY = 8_000
const LONGEST_HEADER = 16_000
const LONGEST_BODY = 20_000
/** The longest field of a register's record. */
const LONGEST_RECORD = 1024 ** 2
const query = queryReader(Obj({ q: Optional(Text(200)), after: Optional(Text(1000)) }), 'refuse')
const header = headerOf(['Code de la commune', "Nom de l'élu", "Prénom de l'élu"], 'f')
const alike = { acteur_id: 'a', type_id: 't', title: 'x', date_debut: null, source_url: null }
const feed = (text: string) => readDocument({ text, url: 'https://ex.fr/', kind: 'auto' }, NOW)
const letter = { subject: 's', title: 't', why: 'w' }
const ours = { from: { name: 'Parvis', address: 'a@ex.fr' }, domain: 'ex.fr', url: 'https://ex.fr' }

const READERS: Readonly<Record<string, readonly [largest: number, read: Read]>> = {
  'a JSON body': [BODY_LIMIT, text => parseJson(Buffer.from(JSON.stringify({ a: text })))],
  'a JSON body as it is': [BODY_LIMIT, text => parseJson(Buffer.from(text))],
  'a payment event': [
    signedAs('x').bodyLimit / 2,
    text => readEvent(Buffer.from(`{"id":"${text}","type":"t","data":{"object":{"id":"${text}"}}}`)),
  ],
  'a query': [LONGEST_QUERY, text => query(`q=${text}`)],
  'a query as it is': [LONGEST_QUERY, query],
  'a cursor': [1_000, after => pageOf({ after }, { checks: [anyText], keyOf: () => [] })],
  'a search': [200, partsOf],
  'a search for a commune': [LONGEST_QUERY, searchFor],
  'words of a filter': [LONGEST_QUERY, text => everyWord({ text: 'c', values: [] } as never, text)],
  'a slug': [LONGEST_BODY, slugOf],
  'a telephone': [LONGEST_BODY, telephoneOf],
  'a duplicate': [LONGEST_BODY, body => duplicateKeyOf({ ...alike, body, title: body.slice(0, 200) })],
  'a duplicate by its address': [2_000, text => plainAddress(`https://ex.fr/${text}`)],
  'an address of a page': [
    4_000,
    text => [httpUrl(`https://ex.fr/${text}`), pageIdentity(`https://${text}`)],
  ],
  'Accept-Language': [LONGEST_HEADER, languageOf],
  'If-None-Match': [LONGEST_HEADER, text => isKnown(text, '"a"')],
  'a signature': [LONGEST_HEADER, text => readSignature(text, NOW)],
  'the headers of an answer': [
    LONGEST_HEADER,
    text => factsOf({ 'content-type': text, 'retry-after': text, link: text }, NOW.getTime()),
  ],
  'the words of a mail server': [64 * 1024, readableAnswer],
  'a sender': [200_000, isOneMailbox],
  'a line of a mail': [LONGEST_BODY, text => oneLine(text, 200)],
  'an e-mail address': [LONGEST_BODY, text => oneAddress(text, 'email')],
  'a letter that quotes': [
    LONGEST_BODY,
    text => {
      const content = { ...letter, blocks: [quote(text), prose(text)] }
      return [asText(content, 'fr', ours), asHtml(content, 'fr', ours)]
    },
  ],
  'a name of the register': [100_000, text => officialIn(['01001', text, text], header)],
  'a header of the register': [LONGEST_BODY, text => headerOf(text.split(';'), 'f')],
  'a person': [LONGEST_BODY, text => personKey({ nom: text, prenom: text, fonction: text }, rankOf(text))],
  'a town hall of the directory': [
    LONGEST_BODY / 6,
    text =>
      mairieIn({
        nom: text,
        telephone: [{ valeur: text }],
        site_internet: [{ valeur: text }],
        adresse: [{ complement1: text }],
        adresse_courriel: text,
        date_modification: text,
        pivot: [{ type_service_local: 'mairie', code_insee_commune: [text] }],
      }),
  ],
  'a value of the defibrillators': [LONGEST_RECORD, text => textIn(text, 200)],
  'a defibrillator': [
    LONGEST_BODY,
    text =>
      recordOf({
        c_gid: '1',
        c_nom: text,
        c_com_cp: text,
        c_acc: text,
        c_disp_complt: text,
        c_tel1: text,
        c_disp_j: `{${text}}`,
        c_disp_h: text,
        the_geom: text,
        c_lat_coor1: text,
        c_long_coor1: text,
        c_dermnt: text,
        c_maj_don: `2026-01-01 ${text}`,
      }),
  ],
  'a date': [LONGEST_BODY, text => parseDate(text, NOW)],
  'a title': [10_000, text => [plainLine(text, 200), lineFromHtml(text, 200), isHtml(text)]],
  // Longer ones are read in a thread.
  'a small document as bytes': [4_096, text => decodeText(Buffer.from(text, 'latin1'), text)],
  'a small text of a feed': [4_000, text => [bodyFrom(text), fromHtml(text, null)]],
  'a small feed': [3_500, text => feed(`<rss><channel><item><title>${text}</title></item></channel></rss>`)],
  'a small Atom feed': [
    3_500,
    text => feed(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id>${text}</entry></feed>`),
  ],
  'a small broken feed': [3_500, text => feed(`<rss><channel><item>${text}`)],
  'a small JSON feed': [
    3_500,
    text =>
      feed(
        JSON.stringify({
          version: 'https://jsonfeed.org/version/1',
          items: [{ id: '1', content_html: text }],
        }),
      ),
  ],
  'a small agenda': [
    3_500,
    text =>
      feed(JSON.stringify({ events: [{ uid: 1, title: { fr: text }, longDescription: { fr: text } }] })),
  ],
}

for (const [name, [largest, read]] of Object.entries(READERS)) holdsNobodyUp(name, largest, read)

/** The messages of a shape do not affect its cost. */
const toPeople = new Set(['title', 'description'])
const unsaid = (key: string, value: unknown) =>
  toPeople.has(key) && typeof value === 'string' ? undefined : value

/** Each shape of text in queries, paths and bodies. */
function forms(part: 'params' | 'query' | 'body'): TSchema[] {
  const all = routes.flatMap(({ action }) =>
    Object.values((action as Shaped)[part]?.properties ?? {}).map(
      schema => [JSON.stringify(schema, unsaid), schema] as const,
    ),
  )
  return [...new Map(all).values()]
}
type Shaped = Partial<Record<'params' | 'query' | 'body', { properties?: Record<string, TSchema> }>>

const filters = forms('query').map(schema => queryReader(Obj({ value: schema }), 'refuse'))
// A request has few of them: tested in parts, so that another list does not make a reading longer.
for (let from = 0; from < filters.length; from += 40)
  holdsNobodyUp(`the filters of lists from ${from}`, LONGEST_QUERY, text => {
    for (const filter of filters.slice(from, from + 40)) refused(() => filter(`value=${text}`))
  })
const parts = forms('params').map(schema => checkFor(Obj({ value: schema })))
holdsNobodyUp('every part of every path', LONGEST_QUERY, text => parts.map(check => check({ value: text })))
const fields = forms('body').map(schema => checkFor(Obj({ value: schema })))
// All shapes together, each with a part of the body.
holdsNobodyUp('every field of every body', BODY_LIMIT / 8, text =>
  fields.map(check => check({ value: text })),
)

function refused(read: () => unknown): void {
  try {
    read()
  } catch {}
}
