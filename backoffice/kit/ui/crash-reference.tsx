import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { report } from '../api/report-crash.ts'
import { common } from '../words/texts.ts'
import { t } from './pane-texts.ts'

/** The reference of a crash once the service has logged it, or a note that the report failed. */
export function Reference({ error, part }: { readonly error: unknown; readonly part: string }) {
  const screen = useRouter({ warn: false })?.state.matches.at(-1)?.routeId ?? '/'
  const [told, setTold] = useState<{ readonly reference: string; readonly isKnown: boolean }>()
  useEffect(() => {
    const { reference, sent } = report(error, part, screen)
    void sent.then(isKnown => setTold({ reference, isKnown }))
  }, [error, part, screen])
  return (
    <p className="least soft anywhere" role="status">
      {told && (told.isKnown ? common.reference(told.reference) : t.unreported)}
    </p>
  )
}
