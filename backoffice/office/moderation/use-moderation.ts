import { useEffect, useRef } from 'react'
import { client, refreshCounts } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import type { Notice } from '../../kit/desk/decision-bar.tsx'
import { useDesk } from '../../kit/desk/use-desk.ts'
import { giveBackDraft, takeDraft } from '../../kit/drafts.ts'
import { namedDay, namedMoment } from '../../kit/words/format.ts'
import { actions } from '../../kit/words/texts.ts'
import {
  type Action,
  type BulkAction,
  type BulkRequest,
  bulkRequest,
  draftOf,
  type Kind,
  sendAction,
  settles,
  type Whole,
} from './actions.ts'
import { sayMails } from './leaving-mails.ts'
import { loadEarlierSteps, type Step, undoOperation, waitForBulk } from './operations.ts'
import { actionNamed, lastDayUntil, type Publication, stateOf } from './rules.ts'
import { t } from './texts.ts'
import {
  findVersionConflict,
  readPublication,
  readPublications,
  type VersionConflict,
} from './version-conflict.ts'

/** The outcome of an action on a row since the list was loaded. */
export interface Outcome {
  /** `theirs`: the decision of a colleague stands. */
  readonly at: 'sending' | 'done' | 'failed' | 'theirs'
  readonly kind: Kind
  /** The record that the service returned; while the request is in flight, the one before. */
  readonly publication: Publication
}

/** Whether nothing is left to decide about a row. */
export const isSettled = (outcome: Outcome | undefined): outcome is Outcome =>
  outcome?.at === 'theirs' || (outcome !== undefined && outcome.at !== 'failed' && settles(outcome.kind))

/** Decisions about publications: shown at once and sent in order. A failed one is listed, and its row is open again. */
export function useModeration() {
  const desk = useDesk<Outcome, Step, VersionConflict>()
  const { mark, failures } = desk
  const versions = useRef(new Map<string, number>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the desk is opened
  useEffect(() => {
    loadEarlierSteps().then(
      earlier =>
        desk.changeSteps(since => [
          ...earlier.filter(({ operation }) => !decidedHere.current.has(operation)),
          ...since,
        ]),
      error => desk.fail(error, t.earlierUnknown),
    )
  }, [])
  /** The earlier ones were loaded between a decision and its answer, or before it was undone: they may have it too. */
  const decidedHere = useRef(new Set<string>())
  const addStep = (step: Step) => {
    decidedHere.current.add(step.operation)
    desk.changeSteps(before => [...before.filter(({ operation }) => operation !== step.operation), step])
  }

  const versionOf = ({ id, version }: Publication) => Math.max(version, versions.current.get(id) ?? 0)

  /** Answers the updated publication, or undefined where the action failed. */
  const decide = async (
    publication: Publication,
    action: Action,
    { force = false, retry = () => void decide(publication, action, { force }) } = {},
  ): Promise<Publication | undefined> => {
    const { id, title } = publication
    const { kind } = action
    const text = dated(t.done[actionNamed(kind, [publication])](title), action)
    const { done, conflict } = await desk.send({
      key: `${id} ${subjectOf(kind)}`,
      name: title,
      shown: [id, { at: 'sending', kind, publication }],
      notice: text,
      async perform(notify) {
        const done = await sendAction(action, id, force ? undefined : versionOf(publication))
        const input = takeDraftOf(action)
        versions.current.set(id, done.publication.version)
        mark(id, { at: 'done', kind, publication: done.publication })
        if (done.rejected) {
          versions.current.set(done.rejected.id, done.rejected.version)
          mark(done.rejected.id, { at: 'done', kind: 'reject', publication: done.rejected })
        }
        const notice = done.mail ? `${text} ${sayMails(done.mail)}` : text
        if (done.mail) notify({ tone: 'ok', text: notice })
        addStep({ what: t.earlier(title), operation: done.operation, notice, input })
        void refreshCounts()
        return done.publication
      },
      async rollBack(error) {
        const seen = { ...publication, version: versionOf(publication) }
        const conflict = await findVersionConflict(error, action, seen)
        mark(id, conflict ? undefined : { at: 'failed', kind, publication })
        return conflict
      },
      retry,
    })
    if (!conflict) return done
    const { seen, own } = conflict
    if (await desk.confirmOverwrite(conflict)) return await decide(own, action, { force: true })
    const isTheirs = stateOf(own, new Date()) !== stateOf(seen, new Date())
    mark(id, { at: isTheirs ? 'theirs' : 'failed', kind, publication: own })
    return undefined
  }

  /** The loaded ones of those that are selected; `whole`: a filter selects them. `unanswered`: the request, sent again. */
  const decideMany = async (
    action: BulkAction,
    publications: readonly Publication[],
    whole?: Whole,
    unanswered?: BulkRequest,
  ): Promise<void> => {
    const { kind } = action
    const notify = desk.notifier()
    const ids = publications.map(({ id }) => id)
    const key = JSON.stringify(whole ?? ids)
    failures.begun(key)
    const markAll = (at: Outcome['at'], but: ReadonlySet<string> = new Set()) => {
      for (const publication of publications)
        mark(publication.id, { at: but.has(publication.id) ? 'failed' : at, kind, publication })
    }
    markAll('sending')
    let request = unanswered
    try {
      const { data, meta } = await desk.inOrder(async () => {
        // The versions are those that the actions before this one left.
        request ??= bulkRequest(action, whole ?? { ids, versions: publications.map(versionOf) })
        const answer = await request()
        if (!whole) await showAsTheyAre(kind, publications, answer.data.failed)
        return answer
      })
      const operation = meta.operation_id
      const amount = meta.queued ?? data.updated.length + data.unchanged.length
      // Added before a job ends, so that it can be undone while it runs.
      if (amount > 0) addStep({ what: t.earlierMany(amount), operation, input: takeDraftOf(action) })
      const { done, failed, left } =
        meta.queued === undefined
          ? { done: amount, failed: data.failed.length, left: data.failed }
          : await waitForBulk(operation, (done, total) =>
              notify({ tone: 'ok', text: t.underWay(done, total) }),
            )
      if (whole) markAll('done', new Set(data.failed.map(({ id }) => id)))
      const notice = dated(t.doneMany[actionNamed(kind, publications)](done), action)
      notify(done > 0 ? { tone: 'ok', text: notice } : undefined)
      const reasons = Map.groupBy(left, ({ error }) => (error === 'no_author' ? t.nobodyWrote : t.someFailed))
      for (const [sentence, some] of reasons)
        failures.failedInPart({
          key: `${key} ${sentence}`,
          names: some.flatMap(({ title }) => title ?? []),
          count: reasons.size === 1 ? failed : some.length,
          sentence,
          again: undefined,
        })
      desk.changeSteps(before =>
        before.map(step => (step.operation === operation ? { ...step, notice } : step)),
      )
      void refreshCounts()
    } catch (error) {
      markAll('failed')
      notify(undefined)
      const names = publications.map(({ title }) => title)
      const count = whole?.expected_total ?? names.length
      const again = () => decideMany(action, publications, whole, request)
      failures.failed({ key, names, count, again }, error)
    }
  }

  /** After a bulk decision: the service answered with ids, and a colleague may have been quicker about some. */
  const showAsTheyAre = async (
    kind: Kind,
    publications: readonly Publication[],
    left: readonly { readonly id: string }[],
  ): Promise<void> => {
    const ids = publications.map(({ id }) => id)
    const read = new Map((await readPublications(ids).catch(() => [])).map(one => [one.id, one]))
    for (const seen of publications) {
      const now = read.get(seen.id) ?? seen
      versions.current.set(now.id, versionOf(now))
      const isLeft = left.some(({ id }) => id === seen.id)
      const isTheirs = stateOf(now, new Date()) !== stateOf(seen, new Date())
      mark(now.id, { at: isLeft ? (isTheirs ? 'theirs' : 'failed') : 'done', kind, publication: now })
    }
  }

  /** Answers the publications that were restored. */
  const undo = async (): Promise<readonly string[]> => {
    let ids: readonly string[] = []
    await desk.undo({
      nothing: t.nothingToUndo,
      async perform(step, notify) {
        const undone = await undoOperation(step, (done, total) =>
          notify({ tone: 'ok', text: t.underWay(done, total) }),
        )
        for (const { id, version } of await reload(undone.ids)) versions.current.set(id, version)
        for (const id of undone.ids) mark(id, undefined)
        void refreshCounts()
        ids = undone.ids
        if (undone.count > 0) giveBackDraft(step.input)
        if (undone.count === 0) return { tone: 'bad', text: t.undoneNot }
        return undone.left === 0
          ? { tone: 'ok', text: t.undone(step.what) }
          : { tone: 'bad', text: t.undoneInPart(undone.count, undone.left) }
      },
      isKept: error => !(error instanceof Refused && error.code === 'answers_appeal'),
    })
    return ids
  }

  /** The assignee or the notes changed: this is no decision, and the version stays. */
  const change = (id: string, change: Partial<Publication>) => {
    const outcome = desk.outcomes[id]
    if (outcome) mark(id, { ...outcome, publication: { ...outcome.publication, ...change } })
  }

  const isSending = Object.values(desk.outcomes).some(({ at }) => at === 'sending')
  return {
    ...desk,
    undoLabel: undoLabelOf(desk.lastStep, desk.notice, isSending),
    change,
    decide,
    decideMany,
    undo,
  }
}

function takeDraftOf(action: Action): Step['input'] {
  const of = draftOf(action)
  return of === undefined ? undefined : takeDraft(of)
}

/** With the moment or day that was chosen. */
function dated(sentence: string, action: Action): string {
  const when =
    action.kind === 'schedule'
      ? t.doneFor(namedMoment(new Date(action.publie_le)))
      : action.kind === 'feature' && action.featured_until
        ? t.doneUntil(namedDay(lastDayUntil(action.featured_until)))
        : undefined
  return when ? sentence.replace(/\.$/, ` ${when}.`) : sentence
}

/** Names the step, unless it is the one the notice is about. */
const undoLabelOf = (
  step: Step | undefined,
  notice: Notice | undefined,
  isSending: boolean,
): string | undefined =>
  step && (isSending || (notice && step.notice === notice.text) ? actions.undo : t.do.undoOf(step.what))

/** A later decision replaces a failed one about the same: publishing and rejecting, featuring and not. */
const subjectOf = (kind: Kind): string => (settles(kind) ? 'decided' : (OPPOSITES[kind] ?? kind))
const OPPOSITES: Partial<Record<Kind, Kind>> = { unfeature: 'feature', show: 'hide' }

/** The most publications that are read again after an undo. */
const MOST_RELOADED = 10

/** Reads the restored publications, some of them at most, and refetches the lists: their versions changed. */
async function reload(ids: readonly string[]): Promise<readonly Publication[]> {
  const lists = client.invalidateQueries({
    predicate: ({ queryKey: [route] }) =>
      ids.length > 0 && typeof route === 'string' && route.startsWith('GET /api/v1/admin/publications'),
  })
  const fresh = await Promise.all(ids.slice(0, MOST_RELOADED).map(readPublication))
  await lists
  return fresh
}
