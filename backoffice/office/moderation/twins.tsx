import { useQuery } from '@tanstack/react-query'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { moment } from '../../kit/words/format.ts'
import { alikeOf, isInQuestion, type Outcomes, type Shown, shownAmong } from './alike.ts'
import type { Publication } from './rules.ts'
import { t as desk } from './texts.ts'
import { t } from './twins-texts.ts'

/** The note about duplicates: their number, whether one is online or scheduled, and why they match. */
export function Twins({
  publication,
  outcomes,
}: {
  readonly publication: Publication
  readonly outcomes: Outcomes
}) {
  const { data } = useQuery(alikeOf(publication))
  const twins = data?.data.filter(isInQuestion) ?? []
  const [first] = twins
  const shown = shownAmong(twins, outcomes, new Date())
  return (
    <span dir="auto">
      {shown ? sentenceOf(shown) : desk.alike(publication.duplicates_count)} {first && why(first)}
    </span>
  )
}

/** Asks whether to publish what is online or scheduled already. */
export const PublishTwice = ({
  publication,
  shown,
  onClose,
  onCompare,
  onPublish,
}: {
  readonly publication: Publication
  readonly shown: Shown
  onClose(): void
  onCompare(): void
  onPublish(): void
}) => (
  <Dialog title={t.title} about={`« ${publication.title} »`} onClose={onClose} onSubmit={onCompare}>
    <p dir="auto">
      {sentenceOf(shown)} {why(shown.twin)} {t.twice}
    </p>
    <Acts>
      <Button onClick={onClose}>{t.keep}</Button>
      <Button onClick={onPublish}>{t.anyway}</Button>
      <Button look="primary" type="submit" data-first="">
        {desk.do.compare}
      </Button>
    </Acts>
  </Dialog>
)

function sentenceOf({ twin: { title, publie_le }, state, isJustNow }: Shown): string {
  if (isJustNow || publie_le === null) return t.mine(title)
  return t[state](title, moment(new Date(publie_le), new Date()))
}

function why({ duplicate_reason, date_debut }: Shown['twin']): string {
  if (duplicate_reason === 'source_url') return t.why.source_url
  return date_debut === null ? t.why.sameText : t.why.sameDay
}
