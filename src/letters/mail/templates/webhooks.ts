import { DISABLED_FOR, type DisabledFor } from '../../../../shared/words/webhooks.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { type Content, says } from './layout.ts'
import { hello, nameOf, subjectOf } from './words.ts'

interface Disabled {
  readonly nom: string
  readonly cause: DisabledFor
}

export function webhookDisabled(language: Language, nom: string, data: Disabled): Content {
  const t = DISABLED[language]
  return {
    subject: subjectOf(language, t.title, [data.nom]),
    title: t.title,
    blocks: [
      says(hello(language, nom)),
      says(t.intro),
      nameOf(data.nom),
      says(DISABLED_FOR[data.cause][language]),
      says(t.again),
    ],
    why: t.why,
  }
}
webhookDisabled.examples = [{ nom: 'Panneau lumineux', cause: 'failing' }] satisfies Disabled[]

const DISABLED = {
  fr: {
    title: 'Un logiciel n’est plus prévenu',
    intro: 'Ce logiciel n’est plus prévenu de ce qui change :',
    again:
      'Quand il répond de nouveau, vérifiez-le sur la page où vous l’avez ajouté : ce qui attend depuis moins de trente jours lui est alors envoyé.',
    why: 'Vous recevez ce message parce que vous avez ajouté ce logiciel.',
  },
  en: {
    title: 'A program gets nothing any more',
    intro: 'Events are no longer sent to this program:',
    again:
      'When it answers again, verify it on the page where you added it: what has waited for less than thirty days is sent then.',
    why: 'You receive this message because you added this program.',
  },
} as const
