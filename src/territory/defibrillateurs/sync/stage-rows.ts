import type { LongSession } from '../../../kernel/db/long-session.ts'
import type { Passed } from '../../../kernel/files/csv.ts'
import { eventLoopYielder } from '../../../kernel/threads/event-loop.ts'
import type { CommuneOfDevice, CommunesOfDevices } from '../register/commune-of-device.ts'
import type { RawRecord } from '../register/raw-row.ts'
import { type Device, recordOf } from '../register/record.ts'
import { UnreadableRegister } from '../register/unreadable.ts'
import { type Lines, noteSeen } from './known-lines.ts'
import { arrivalLine, dropRepeated, Stage, startStaging } from './stage.ts'

export type RowRefusal = 'gid' | 'columns'
export type Refused = ReadonlyMap<RowRefusal, { readonly count: number; readonly lines: readonly number[] }>

export interface Taken {
  /** The number of rows that were read, and of those that were staged. */
  readonly rows: number
  readonly taken: number
  /** Devices that occur twice: the sheet that was edited last counts. */
  readonly repeated: number
  readonly refused: Refused
}

interface Intake {
  readonly places: CommunesOfDevices
  /** Marks of lines that the next sync may skip. */
  readonly known: Lines | undefined
  /** Whether a row is staged: a sync of one commune keeps only a part. */
  readonly keeps: (device: Device, place: CommuneOfDevice) => boolean
  /** Whether an empty source is acceptable: that of one commune may be. */
  readonly mayBeEmpty: boolean
  /** Called for every row that is read, and after each piece of those that are passed over. */
  readonly told: (rows: number) => Promise<void> | undefined
}

const LINES_NAMED = 10

/** Streams rows into the staging table, piece by piece: memory stays the same however many there are. */
export async function stageRows(
  session: LongSession,
  records: AsyncIterable<RawRecord | Passed>,
  { places, known, keeps, mayBeEmpty, told }: Intake,
): Promise<Taken> {
  await startStaging(session)
  const stage = new Stage(session)
  const refused = new Map<RowRefusal, { count: number; lines: number[] }>()
  const refuse = (reason: RowRefusal, line: number) => {
    const known = refused.get(reason) ?? { count: 0, lines: [] }
    known.count++
    if (known.lines.length < LINES_NAMED) known.lines.push(line)
    refused.set(reason, known)
  }
  // Gives way to requests: the worker may be the process that answers them.
  const othersTurn = eventLoopYielder()
  let [rows, readable, taken] = [0, 0, 0]
  for await (const record of records) {
    if ('passed' in record) {
      rows += record.passed
      readable += record.passed
      taken += record.passed
    } else {
      rows++
      const device = record.raw && recordOf(record.raw)
      if (!device) refuse(record.raw ? 'gid' : 'columns', record.line)
      else {
        readable++
        const place = places.find(device)
        if (keeps(device, place)) {
          taken++
          await stage.add(arrivalLine(record, device, place))
        }
      }
    }
    await (told(rows) ?? othersTurn())
  }
  await stage.end()
  await noteSeen(session, known)
  if (rows === 0 && !mayBeEmpty) throw new UnreadableRegister('no_rows')
  if (rows > 0 && readable === 0) throw new UnreadableRegister('no_gid', { rows })
  const repeated = (await dropRepeated(session)) + (known?.repeated ?? 0)
  return { rows, taken: taken - repeated, repeated, refused }
}
