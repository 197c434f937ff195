import { ALERT_LEVELS, type AlertLevel } from '../../../shared/words/publications.ts'
import { endOfAlert } from '../../kit/forms/alert.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { endInWords } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { t } from './texts.ts'
import type { Words } from './typed.ts'
import css from './write.module.css'

/** Confirms an alert: it is public at once, and devices show it. */
export const AskAlert = ({
  words,
  atOnce,
  onClose,
  onSend,
}: {
  readonly words: Words
  readonly atOnce: boolean
  readonly onClose: () => void
  readonly onSend: () => void
}) => (
  <Dialog
    title={t.alert.title}
    about={atOnce ? t.alert.about(words.title) : t.fate.reviewed}
    onClose={onClose}
    onSubmit={onSend}
  >
    <ul className={css.facts}>
      <li>
        {words.niveau ? t.alert.level(labelOf(ALERT_LEVELS[words.niveau as AlertLevel])) : t.alert.noLevel}
      </li>
      <li>{endShown(words)}</li>
      {atOnce && <li>{t.alert.told}</li>}
    </ul>
    <Acts>
      <Button autoFocus onClick={onClose}>
        {t.alert.not}
      </Button>
      <Button look="grave" type="submit">
        {t.alert.do}
      </Button>
    </Acts>
  </Dialog>
)

function endShown(words: Words): string {
  const now = new Date()
  const isSaid = words.fin_le !== null || words.date_debut !== null
  return (isSaid ? t.alert.ends : t.alert.noEnd)(endInWords(endOfAlert(words, now), now))
}
