import { createContext, Fragment, type ReactNode, use, useState } from 'react'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { useCopy } from '../../kit/ui/copy.ts'
import { Close, Dialog } from '../../kit/ui/dialog.tsx'
import { TextArea } from '../../kit/ui/field.tsx'
import { t } from './illegal-texts.ts'
import css from './picture.module.css'

interface Gone {
  readonly address: string
  readonly purge: readonly string[]
}
const GoneFiles = createContext<((gone: Gone) => void) | undefined>(undefined)

/**
 * Around the `Removable` files of one record. Shows the addresses to purge below them: the file is gone when the record is read
 * again, and the service answers these addresses only once.
 */
export function Removables({ children }: { readonly children: ReactNode }) {
  const [gone, setGone] = useState<readonly Gone[]>([])
  return (
    <GoneFiles value={one => setGone(before => [...before, one])}>
      {children}
      {gone.map(({ address, purge }) => (
        <Fragment key={address}>
          <p className="top-16 soft second" role="status">
            {t.gone}
          </p>
          <Purge addresses={purge} />
        </Fragment>
      ))}
    </GoneFiles>
  )
}

/** A picture or document with a button that removes it. */
export function Removable({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const tell = use(GoneFiles)
  if (!tell) throw new Error('Outside Removables the addresses to purge would be lost.')
  const [asking, setAsking] = useState(false)
  const [removed, setRemoved] = useState<string>()
  if (removed === address) return null
  return (
    <>
      {children}
      <p className={css.remove}>
        <Button look="link" onClick={() => setAsking(true)}>
          {t.remove}
        </Button>
      </p>
      {asking && (
        <Illegal
          of={address}
          about={t.about}
          onClose={() => setAsking(false)}
          onRemove={async reason => {
            const { data } = await call('POST /api/v1/admin/media/forget', { body: { address, reason } })
            setAsking(false)
            setRemoved(address)
            tell({ address, purge: data.purge })
            void client.invalidateQueries()
          }}
        />
      )}
    </>
  )
}

/** Addresses that a CDN may still have cached, for the operator who purges them there. */
function Purge({ addresses }: { readonly addresses: readonly string[] }) {
  const { said, copy } = useCopy(addresses.join('\n'), {
    copied: t.purge.copied,
    notCopied: t.purge.notCopied,
  })
  return (
    <section aria-label={t.purge.title} className="top-8 second">
      <p>{t.purge.about}</p>
      <ul>
        {addresses.map(one => (
          <li className="anywhere" key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ul>
      {copy && <Button onClick={copy}>{t.purge.copy}</Button>}
      <p role="status">{said}</p>
    </section>
  )
}

/** Shown after a publication was deleted with its files: the addresses to purge from caches. */
export const PurgeDialog = ({
  addresses,
  onClose,
}: {
  readonly addresses: readonly string[]
  onClose(): void
}) => (
  <Dialog title={t.purge.title} wide onClose={onClose} onSubmit={onClose}>
    <Purge addresses={addresses} />
    <Close />
  </Dialog>
)

/** Asks for the reason and says what follows. A refusal is shown here, so that the reason is not lost. */
export function Illegal({
  of,
  about = t.withFilesAbout,
  onClose,
  onRemove,
}: {
  /** Names the stored input. */
  readonly of: string
  /** Default: about a publication with its files. */
  readonly about?: string
  onClose(): void
  /** Answers `not sent` where `draft`, the stored input, stays until the service has removed it. */
  onRemove(reason: string, draft: string): Promise<void> | 'not sent'
}) {
  const draft = `illegal ${of}`
  const form = useRecord<undefined, { readonly reason: string }>({
    key: draft,
    record: undefined,
    typedOf: () => ({ reason: '' }),
    labels: { reason: t.why },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t.missing : undefined }),
    async send({ reason }) {
      return await onRemove(reason.trim(), draft)
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      about={about}
      onClose={onClose}
      keep={t.keep}
      now={t.now}
      look="bad"
    >
      <TextArea {...form.field('reason')} hint={t.whyHint} rows={3} maxLength={500} autoFocus />
    </FormDialog>
  )
}
