import { Button } from '../ui/button.tsx'
import { Done, Note, Problem } from '../ui/message.tsx'
import type { RecordForm } from './record.ts'
import { t } from './texts.ts'
import { VersionConflict } from './version-conflict.tsx'

/** Above the fields: input of an earlier visit, with the way to drop it. */
export const Unsaved = ({ of }: { readonly of: Pick<RecordForm, 'isUnsaved' | 'drop'> }) =>
  of.isUnsaved && (
    <Note tone="wait">
      <p>{t.unsaved}</p>
      <Button onClick={of.drop}>{t.drop}</Button>
    </Note>
  )

/** How many fields are wrong, announced. */
export function Wrong({ errors }: { readonly errors: Readonly<Record<string, string | undefined>> }) {
  const wrong = Object.values(errors).filter(Boolean).length
  return <div role="alert">{wrong > 0 && <Note tone="bad">{t.wrong(wrong)}</Note>}</div>
}

/** Below the fields: how many are wrong, why nothing was saved, that it was, and the version conflict. */
export const FormState = ({
  of,
  saved,
}: {
  readonly of: RecordForm
  readonly saved?: string | undefined
}) => (
  <>
    <Wrong key={of.attempts} errors={of.errors} />
    {of.failure !== undefined && <Problem error={of.failure} />}
    <Done>{of.isSaved && saved}</Done>
    {of.conflict && <VersionConflict {...of.conflict} />}
  </>
)
