import { type Html, html } from '../../place/html.ts'
import type { documentFor } from './document.ts'
import { type Guide, HOW_TO, pathOfGuide, RULES } from './guides.ts'
import { fromLine, fromMarkdown } from './markdown.ts'

/** What is there before the script of the component, and without it: introduction and operations; and the guides. */

export type ShownDocument = ReturnType<typeof documentFor>

interface Operation {
  readonly summary: string
  readonly tags: readonly string[]
}

const guideList = (guides: readonly Guide[], current: Guide) =>
  html`<ul>${guides.map(
    guide =>
      html`<li>${guide === current ? html`<b>${guide.title}</b>` : html`<a href="${pathOfGuide(guide)}">${guide.title}</a>`}</li>`,
  )}</ul>`

export function contentsOf({ info, tags, paths }: ShownDocument): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...(operation as Operation) })),
  )
  const byTag = Map.groupBy(operations, one => one.tags[0])
  return html`<main class="plain"><h1>${info.title} API</h1>
<p>${info.version}. The interactive page takes the place of this one when its script of one megabyte has come.</p>
<h2 id="introduction">Introduction</h2>
${fromMarkdown(info.description)}
<h2 id="operations">Operations</h2>
${tags.map(
  tag =>
    html`<h3>${tag['x-displayName']}</h3><p>${fromLine(tag.description)}</p><ul class="operations">${(
      byTag.get(tag.name) ?? []
    ).map(
      ({ path, method, summary }) =>
        html`<li><code><b>${method.toUpperCase()}</b> ${path}</code> ${fromLine(summary)}</li>`,
    )}</ul>`,
)}</main>`
}

export const guidePage = async (guide: Guide): Promise<Html> =>
  html`<div class="plain"><nav aria-label="API"><a href="/docs/">Parvis API</a>${guideList(HOW_TO, guide)}<b>Rules</b>${guideList(RULES, guide)}</nav>
<main>${fromMarkdown(await guide.markdown())}</main></div>`
