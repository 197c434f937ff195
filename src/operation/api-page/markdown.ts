import { Marked } from 'marked'
import { Html } from '../../place/html.ts'
import { guideFrom, pathOfGuide } from './guides.ts'

/** The HTML of our own Markdown: its texts are trusted, and only its links and what scrolls are changed. */

/** GitHub's anchors for headings, which links between the files use. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Undefined: a file that only the repository has. */
function addressOf(href: string): string | undefined {
  if (/^(?:https?:|[/#])/.test(href)) return href
  const [target = '', fragment] = href.split('#')
  const guide = guideFrom(target)
  return guide && pathOfGuide(guide) + (fragment === undefined ? '' : `#${fragment}`)
}

const marked: Marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const address = addressOf(href)
      const text = this.parser.parseInline(tokens)
      return address === undefined ? text : `<a href="${address}">${text}</a>`
    },
  },
})

/** A wide table or line of code scrolls by itself, also by keyboard. A cell without text heads nothing. */
const accessible = (text: string) =>
  text
    .replaceAll('<table>', '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')

export const fromMarkdown = (text: string): Html => new Html(accessible(marked.parse(text, { async: false })))

/** A line, such as the summary of an operation. */
export const fromLine = (text: string): Html => new Html(marked.parseInline(text, { async: false }))
