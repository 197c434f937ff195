import { useQuery } from '@tanstack/react-query'
import { alertEnd } from '../../../shared/alert-end.ts'
import { instantOf } from '../../../shared/typed/calendar.ts'
import { dayOf } from '../../../shared/wall-clock.ts'
import { ALERT_LEVELS, type AlertLevel } from '../../../shared/words/publications.ts'
import { townHallApi } from '../../kit/commune/api.ts'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { endInWords } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { t } from './texts.ts'
import type { Words } from './typed.ts'
import css from './write.module.css'

/** Confirms an alert: it is public at once, and devices show it. */
export const AskAlert = ({
  acteurId,
  words,
  atOnce,
  onClose,
  onSend,
}: {
  readonly acteurId: string
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
      {/* The form asks for it. */}
      {words.niveau && <li>{t.alert.level(labelOf(ALERT_LEVELS[words.niveau as AlertLevel]))}</li>}
      <li>{endShown(words)}</li>
      {atOnce && <Told acteurId={acteurId} words={words} />}
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

/** How many devices show it, where it is for the town hall's own commune alone. */
function Told({ acteurId, words }: { readonly acteurId: string; readonly words: Words }) {
  const town = words.commune_ids.length === 0 ? (words.commune_id ?? undefined) : undefined
  const isOwn = usePerson()?.mairies.some(one => one.acteur_id === acteurId && one.commune_id === town)
  const place = useQuery({ ...townHallApi(acteurId).place(town ?? ''), enabled: isOwn === true })
  return <li>{t.alert.told(isOwn ? place.data?.data.appareils : undefined)}</li>
}

function endShown(words: Words): string {
  const now = new Date()
  const isSaid = words.fin_le !== null || words.date_debut !== null
  const end = alertEnd(words, dayOf(now), day => instantOf(day, '00:00'))
  return (isSaid ? t.alert.ends : t.alert.noEnd)(endInWords(end, now))
}
