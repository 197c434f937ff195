import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { type Html, html } from '../html.ts'

/**
 * Programs that fill every form fall into it, by a field that people do not see or without the signed time. They get the same
 * thanks, and nothing is written. What people do too is shown again with its answers, and programs do not read that: a form that
 * was filled by the telephone and sent at once, a message with many links, a page that stayed open for days.
 */
interface Honeypot {
  /** `sent`: the answers that are shown again. A correction is not a form that was just opened. */
  fields(now: Date, sent?: Sent): Html
  judged(form: Sent, now: Date): 'person' | 'program' | keyof typeof SHOWN_AGAIN
}

type Sent = Readonly<Record<string, string>>

const SHORTEST_MS = 3_000
const LONGEST_MS = 6 * 3_600_000
const MOST_LINKS = 2
const PURPOSE = 'forms of la place'

/** Why a form is shown again. */
export const SHOWN_AGAIN = {
  quick: html`<h2>Rien n’est encore envoyé</h2><p>Relisez vos réponses, puis envoyez-les.</p>`,
  linked: html`<h2>Le message a plus de deux liens</h2><p>Rien n’est encore envoyé. Gardez deux liens au plus, puis envoyez.</p>`,
  old: html`<h2>Cette page est ouverte depuis longtemps</h2><p>Rien n’est encore envoyé. Relisez vos réponses, puis envoyez-les.</p>`,
}

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
      if (form.site_web || at === undefined) return 'program'
      const age = now.getTime() - at
      if (age < SHORTEST_MS) return 'quick'
      const links = (form.message ?? '').match(/https?:\/\/|www\./gi)?.length ?? 0
      if (links > MOST_LINKS) return 'linked'
      return age > LONGEST_MS ? 'old' : 'person'
    },
  }
}
