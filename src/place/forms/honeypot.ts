import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { type Html, html } from '../html.ts'

/**
 * Programs that fill every form fall into it: a field that people do not see, a form that is sent faster than it can be
 * read, and messages full of links. They get the same thanks, and nothing is written. A form that was opened hours ago is
 * shown again with its answers: telephones keep pages open for days.
 */
interface Honeypot {
  /** `sent`: the answers that are shown again. A correction is not a form that was just opened. */
  fields(now: Date, sent?: Sent): Html
  judged(form: Sent, now: Date): 'person' | 'program' | 'old'
}

type Sent = Readonly<Record<string, string>>

const SHORTEST_MS = 3_000
const LONGEST_MS = 6 * 3_600_000
const MOST_LINKS = 2
const PURPOSE = 'forms of la place'

export function honeypotWith(secrets: Secrets): Honeypot {
  const signed = (at: string, key: Buffer) => createHmac('sha256', key).update(at).digest('base64url')
  const keys = [secrets.derive(PURPOSE), ...secrets.deriveOthers(PURPOSE)]
  const [own] = keys
  const openedAt = (text = ''): number | undefined => {
    const [at = '', signature = ''] = text.split('.')
    const isOurs = keys.some(key => {
      const [one, other] = [Buffer.from(signed(at, key)), Buffer.from(signature)]
      return one.length === other.length && timingSafeEqual(one, other)
    })
    return isOurs ? Number(at) : undefined
  }
  return {
    fields(now, sent) {
      const opened = openedAt(sent?.depuis)
      const isOld = opened !== undefined && now.getTime() - opened > LONGEST_MS
      const at = String(isOld ? now.getTime() - SHORTEST_MS : (opened ?? now.getTime()))
      return html`<p class="honeypot" aria-hidden="true"><label for="site_web">Ne remplissez pas ce champ</label><input id="site_web" name="site_web" tabindex="-1" autocomplete="off"></p><input type="hidden" name="depuis" value="${at}.${own ? signed(at, own) : ''}">`
    },
    judged(form, now) {
      const at = openedAt(form.depuis)
      const age = at === undefined ? -1 : now.getTime() - at
      const links = (form.message ?? '').match(/https?:\/\/|www\./gi)?.length ?? 0
      if (form.site_web || age < SHORTEST_MS || links > MOST_LINKS) return 'program'
      return age > LONGEST_MS ? 'old' : 'person'
    },
  }
}
