import { useState } from 'react'
import { useActs } from '../forms/acts.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { useCommuneApi } from './api.ts'
import { t } from './file-texts.ts'

/** Downloads everything that the commune published as one file: for its town hall, and for administrators. */
export function CommuneFile({ id }: { readonly id: string }) {
  const api = useCommuneApi()
  const { act, busy, failure } = useActs()
  const [begun, setBegun] = useState(false)
  const take = async () => {
    const { data } = await api.file(id)
    // The browser saves it as it comes: with its pictures it may be larger than the memory.
    const link = document.createElement('a')
    link.href = data.url
    link.download = ''
    link.click()
    setBegun(true)
  }
  return (
    <Section title={t.title}>
      <p>{t.about}</p>
      {begun && <Note tone="info">{t.begun}</Note>}
      {failure}
      <Actions>
        <Button icon="down_to" off={busy} onClick={() => act(take)}>
          {t.take}
        </Button>
      </Actions>
    </Section>
  )
}
