import type { ClaimItem } from '../../kit/api/contract.ts'
import { Note } from '../../kit/ui/message.tsx'
import { t } from './proof-texts.ts'
import { hasAddress, numbersToCall, verdictOf } from './rules.ts'

const TONES = { against: 'bad', strong: 'ok', weak: 'info', to_check: 'wait', nothing: 'wait' } as const

/** In one line, what the evidence of a claim comes to, and how to get more where there is no proof. */
export function Verdict({ claim }: { readonly claim: ClaimItem }) {
  const verdict = verdictOf(claim)
  const isProved = verdict === 'strong' || verdict === 'against'
  const [writes, calls] = [claim.letter !== null || hasAddress(claim), numbersToCall(claim).length > 0]
  const ways = writes ? (calls ? 'both' : 'letter') : calls ? 'call' : 'none'
  return (
    <Note tone={TONES[verdict]}>
      <p>
        {t.verdict[verdict]} {!isProved && t.ways[ways]}
      </p>
    </Note>
  )
}
