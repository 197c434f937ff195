import { lazy, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { LazyDialog } from '../lazy-dialog.tsx'
import { Button } from '../ui/button.tsx'
import css from '../ui/field.module.css'
import { Done, Note, Problem } from '../ui/message.tsx'
import type { RecordForm } from './record.ts'
import { t } from './texts.ts'

const VersionConflict = lazy(() =>
  import('./version-conflict.tsx').then(({ VersionConflict }) => ({ default: VersionConflict })),
)

/** Above the fields of a form: which of them must be filled, and how an e-mail address looks. */
export function Needed() {
  const ref = useRef<HTMLParagraphElement>(null)
  const [words, setWords] = useState('')
  // Counted in the page: fields come and go with the answers, and each label says whether it is optional.
  useLayoutEffect(() => {
    const count = (selector: string) => ref.current?.closest('form')?.querySelectorAll(selector).length ?? 0
    const [all, optional] = [count('label[for]'), count('label[for] > span')]
    const sentences = [
      all > 1 && all > optional && t.needed(optional > 0),
      count('[type=email]') > 0 && t.email,
    ]
    setWords(sentences.filter(Boolean).join(' '))
  })
  return (
    <p ref={ref} className={css.hint} hidden={words === ''}>
      {words}
    </p>
  )
}

/** Above the fields: what must be filled, and input of an earlier visit, with the way to drop it. */
export const FormHead = ({ of }: { readonly of: Pick<RecordForm, 'isUnsaved' | 'drop'> }) => (
  <>
    <Needed />
    {of.isUnsaved && (
      <Note tone="wait">
        <p>{t.unsaved}</p>
        <Button onClick={of.drop}>{t.drop}</Button>
      </Note>
    )}
  </>
)

/** How many fields are wrong, announced. */
export function Wrong({ errors }: { readonly errors: Readonly<Record<string, string | undefined>> }) {
  const wrong = Object.values(errors).filter(Boolean).length
  return <div role="alert">{wrong > 0 && <Note tone="bad">{t.wrong(wrong)}</Note>}</div>
}

/** Below the fields: how many are wrong, why nothing was saved, that it was, and the version conflict. */
export const FormState = ({ of, saved }: { readonly of: RecordForm; readonly saved?: ReactNode }) => (
  <>
    <Wrong key={of.attempts} errors={of.errors} />
    {of.failure !== undefined && <Problem error={of.failure} />}
    <Done>{of.isSaved && saved}</Done>
    {of.conflict && (
      <LazyDialog onClose={of.conflict.onKeep}>
        <VersionConflict {...of.conflict} />
      </LazyDialog>
    )}
  </>
)
