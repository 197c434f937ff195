import { FirstStep } from '../clerk/first-step.tsx'
import { Page } from '../clerk/page.tsx'
import { t } from '../clerk/texts.ts'

export function Help() {
  return (
    <Page title={t.entries.aide}>
      <FirstStep />
    </Page>
  )
}
