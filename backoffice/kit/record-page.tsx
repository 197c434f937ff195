import type { ReactNode } from 'react'
import type { Onglet, Tabs } from './desk/tab-links.tsx'
import { insteadOf } from './error-pages.tsx'
import { Content, PageHead } from './page.tsx'
import { NotYet } from './ui/message.tsx'

/** The page of a record. Every screen says in the same way that it loads, is missing, or is not open to the user. */
export function RecordPage<Tab extends Onglet>({
  of: { data, error, refetch },
  title,
  about,
  tabs,
  above,
  children,
}: {
  readonly of: { readonly data: unknown; readonly error: unknown; refetch(): unknown }
  readonly title: string
  readonly about?: string | undefined
  readonly tabs?: Tabs<Tab> | undefined
  /** The notice of the previous screen, and the link back to the list. */
  readonly above: ReactNode
  readonly children?: ReactNode
}) {
  return (
    insteadOf(error) ?? (
      <>
        <PageHead title={title} about={about} tabs={tabs} viewless />
        <Content>
          {above}
          <NotYet data={data} error={error} refetch={refetch} />
          {children}
        </Content>
      </>
    )
  )
}
