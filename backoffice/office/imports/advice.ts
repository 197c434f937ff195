import type { ImportCode, ImportExplanation } from '../../kit/api/contract.ts'
import { texts } from '../../kit/words/language.ts'

/** What the operator can do about a failure, by its code. */

const advice = texts({
  fr: {
    away: 'Ouvrez l’adresse dans votre navigateur. Si elle s’affiche, attendez la prochaine lecture ; sinon, demandez la bonne adresse au site.',
    gone: 'Demandez la nouvelle adresse au site, puis corrigez-la dans les réglages.',
    address:
      'Cherchez sur le site le lien « RSS », « iCal » ou « Agenda », et mettez son adresse dans les réglages.',
    calendar:
      'Demandez-le à la personne qui gère ce calendrier, puis mettez son adresse publique dans les réglages.',
    kind: 'Dans les réglages, choisissez la forme « Reconnu tout seul ».',
    key: 'Demandez une clé valable au site, puis saisissez-la dans les réglages.',
    columns:
      'Dans les réglages, regardez ce que la source apporterait, et choisissez à quoi sert chaque colonne.',
    broken: 'Signalez-le à la personne qui tient le site : son flux est à réparer.',
    blocked:
      'Demandez à la personne qui tient le site de laisser Parvis le lire : un pare-feu peut l’en empêcher.',
    items: 'Ouvrez la lecture : chaque élément non repris y dit pourquoi.',
    vanished:
      'Ouvrez l’adresse. Si ces événements n’y sont plus, annulez ici leurs publications ; sinon, signalez-le à la personne qui tient le site.',
    ours: 'Lisez la source à nouveau. Si cela recommence, prévenez la personne qui s’occupe de Parvis.',
  },
  en: {
    away: 'Open the address in your browser. If it is shown, wait for the next reading; else ask the site for the right address.',
    gone: 'Ask the site for the new address, then put it into the settings.',
    address:
      'Look on the site for the link “RSS”, “iCal” or “Agenda”, and put its address into the settings.',
    calendar: 'Ask whoever manages this calendar, then put its public address into the settings.',
    kind: 'In the settings, choose the form “Detected”.',
    key: 'Ask the site for a good key, then put it into the settings.',
    columns: 'In the settings, see what the source would bring, and choose what each column is.',
    broken: 'Tell whoever looks after the site: its feed is to be mended.',
    blocked: 'Ask whoever looks after the site to let Parvis read it: a firewall may prevent that.',
    items: 'Open the reading: each item that was not taken in says why.',
    vanished:
      'Open the address. If these events are no longer there, cancel their publications here; else tell whoever looks after the site.',
    ours: 'Read the source again. If it fails again, tell whoever looks after Parvis.',
  },
})

/** While the source is being added: there are no settings and no later reading yet. */
const adding: Partial<typeof advice> = texts({
  fr: {
    away: 'Ouvrez l’adresse dans votre navigateur. Si elle s’affiche, réessayez dans quelques minutes ; sinon, corrigez-la ci-dessus.',
    gone: 'Cherchez la nouvelle adresse du site, et écrivez-la ci-dessus.',
    address:
      'Cherchez sur le site le lien « RSS », « iCal » ou « Agenda », et écrivez son adresse ci-dessus.',
    calendar: 'Demandez à la personne qui gère ce calendrier son adresse publique, et écrivez-la ci-dessus.',
    ours: 'Réessayez. Si cela recommence, prévenez la personne qui s’occupe de Parvis.',
  },
  en: {
    away: 'Open the address in your browser. If it is shown, try again in a few minutes; else correct it above.',
    gone: 'Look for the new address of the site, and write it above.',
    address: 'Look on the site for the link “RSS”, “iCal” or “Agenda”, and write its address above.',
    calendar: 'Ask whoever manages this calendar for its public address, and write it above.',
    ours: 'Try again. If it fails again, tell whoever looks after Parvis.',
  },
})

const FOR: Partial<Record<ImportCode, keyof typeof advice>> = {
  timeout: 'away',
  network: 'away',
  bad_status: 'away',
  too_many_redirects: 'away',
  refuses_programs: 'blocked',
  robots_forbid: 'blocked',
  gone: 'gone',
  forbidden_address: 'address',
  empty: 'address',
  not_a_feed: 'address',
  is_page_with_feed: 'address',
  is_sign_in_page: 'address',
  is_pdf: 'address',
  is_spreadsheet: 'address',
  private_calendar: 'calendar',
  json_not_a_feed: 'address',
  json_not_an_agenda: 'address',
  agenda_not_json: 'address',
  agenda_without_number: 'address',
  wrong_kind: 'kind',
  key_needs_https: 'key',
  key_refused: 'key',
  key_not_opened: 'key',
  agenda_refused: 'key',
  csv_columns_unknown: 'columns',
  csv_column_gone: 'columns',
  csv_too_wide: 'broken',
  csv_open_quote: 'broken',
  items_failed: 'items',
  many_vanished: 'vanished',
  too_large: 'broken',
  headers_too_large: 'broken',
  bad_encoding: 'broken',
  doctype: 'broken',
  malformed: 'broken',
  malformed_json: 'broken',
  unreadable: 'broken',
  reading_too_long: 'broken',
  reading_too_big: 'broken',
}

export function adviceFor(message: ImportExplanation, isNew = false): string {
  const { code, params } = message
  // `failed_repeatedly` names the last failure.
  const cause = code === 'failed_repeatedly' ? (params.because as ImportCode) : code
  const kind = FOR[cause] ?? 'ours'
  return (isNew && adding[kind]) || advice[kind]
}
