import type { ClaimItem } from '../../kit/api/contract.ts'
import { Chip } from '../../kit/ui/chip.tsx'
import { type Column, Table } from '../../kit/ui/table.tsx'
import { contacts } from '../../kit/words/contacts.ts'
import { nouns } from '../../kit/words/texts.ts'
import { MARK_TONES } from './rules.ts'
import { t } from './texts.ts'

interface Line {
  readonly what: string
  readonly claim: string | null
  readonly acteur: string | null
  readonly mark?: keyof typeof MARK_TONES
  readonly hint?: string
}

const COLUMNS: readonly Column<Line>[] = [
  { name: t.compare.what, of: ({ what }) => what },
  {
    name: t.compare.claim,
    of: ({ claim, hint }) => (
      <>
        <bdi>{claim ?? t.compare.none}</bdi>
        {hint && <small> ({hint})</small>}
      </>
    ),
  },
  { name: t.compare.acteur, of: ({ acteur }) => <bdi>{acteur ?? t.compare.none}</bdi> },
  {
    name: t.compare.mark,
    of: ({ mark }) =>
      mark && (
        <Chip tone={MARK_TONES[mark]} icon={MARK_TONES[mark] === 'ok' ? 'check' : undefined}>
          {t.mark[mark]}
        </Chip>
      ),
  },
]

/** The claimant beside the claimed acteur. The service decides what agrees. */
export function Comparison({ claim }: { readonly claim: ClaimItem }) {
  const { acteur, agreement, email_verified } = claim
  const inMessage = (mark: ClaimItem['agreement']['siret']) =>
    mark === 'unknown' ? null : t.compare.inMessage
  const lines: readonly Line[] = [
    { what: nouns.nom, claim: claim.nom, acteur: acteur.nom },
    {
      what: contacts.email,
      claim: claim.email,
      acteur: acteur.email,
      mark: agreement.email,
      ...(claim.email && { hint: email_verified ? t.compare.verified : t.compare.unverified }),
    },
    {
      what: contacts.telephone,
      claim: claim.telephone,
      acteur: acteur.telephone,
      mark: agreement.telephone,
    },
    {
      what: nouns.siret,
      claim: inMessage(agreement.siret),
      acteur: acteur.siret,
      mark: agreement.siret,
    },
    { what: nouns.rna, claim: inMessage(agreement.rna), acteur: acteur.rna, mark: agreement.rna },
  ]
  return (
    <section>
      <h3>{t.compare.title}</h3>
      <Table
        caption={t.compare.title}
        columns={COLUMNS}
        rows={lines.filter(({ claim: said, acteur: known }) => said !== null || known !== null)}
        keyOf={({ what }) => what}
      />
    </section>
  )
}
