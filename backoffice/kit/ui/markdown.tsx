import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, memo, type ReactNode } from 'react'
import { decoded } from '../../../shared/entities.ts'
import { isWithinMarkdownLimits } from '../../../shared/markdown-limits.ts'
import { Icon } from './icon.tsx'
import css from './markdown.module.css'
import { t } from './texts.ts'

/**
 * A text as the public sees it: known Markdown becomes elements, anything else is shown as written. HTML stays text; foreign
 * pictures are links, since loading them would tell their host who reads. Memoised by the text.
 */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return <div className={`anywhere top-16 ${css.text}`}>{parsed(text) ?? <Plain text={text} />}</div>
})

/** Undefined where the text exceeds the parser's limits. */
function parsed(text: string): ReactNode[] | undefined {
  if (!isWithinMarkdownLimits(text)) return undefined
  try {
    return blocks(lexer(text, { gfm: true, breaks: true }))
  } catch {
    // A parser error loses the formatting of one text, not the screen.
    return undefined
  }
}

const Plain = ({ text }: { readonly text: string }) => (
  <>
    <p className="soft second">{t.plain}</p>
    <p className="pre" dir="auto">
      {text}
    </p>
  </>
)

const SAFE = /^(https?:|mailto:|tel:)/i

const blocks = (tokens: readonly Token[] = []): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name, and never move
  tokens.map((token, at) => <Fragment key={at}>{block(token)}</Fragment>)

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return <h3>{inlines(token.tokens)}</h3>
    case 'paragraph':
      return <p>{inlines(token.tokens)}</p>
    case 'blockquote':
      return <blockquote>{blocks(token.tokens)}</blockquote>
    case 'code':
      return <pre>{(token as Tokens.Code).text}</pre>
    case 'hr':
      return <hr />
    case 'list':
      return list(token as Tokens.List)
    case 'table':
      return table(token as Tokens.Table)
    case 'text':
      return 'tokens' in token ? <p>{inlines(token.tokens)}</p> : <p>{(token as Tokens.Text).text}</p>
    default:
      return <p>{token.raw}</p>
  }
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const lines = items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={at}>{item.tokens.length === 1 ? inlineOf(item.tokens[0]) : blocks(item.tokens)}</li>
  ))
  return ordered ? <ol start={Number(start) || 1}>{lines}</ol> : <ul>{lines}</ul>
}

const inlineOf = (token: Token | undefined) =>
  token?.type === 'text' || token?.type === 'paragraph'
    ? inlines((token as Tokens.Text).tokens)
    : token && block(token)

function table({ header, rows }: Tokens.Table): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <th key={at} scope="col">
              {inlines(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <tr key={line}>
            {row.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={at}>{inlines(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const inlines = (tokens: readonly Token[] = []): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  tokens.map((token, at) => <Fragment key={at}>{inline(token)}</Fragment>)

function inline(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inlines(token.tokens)}</strong>
    case 'em':
      return <em>{inlines(token.tokens)}</em>
    case 'del':
      return <del>{inlines(token.tokens)}</del>
    case 'codespan':
      return <code>{decoded(token.text)}</code>
    case 'br':
      return <br />
    case 'link': {
      const { href, tokens } = token as Tokens.Link
      return SAFE.test(href) ? (
        <a href={href} target="_blank" rel="noreferrer noopener ugc">
          {inlines(tokens)}
        </a>
      ) : (
        token.raw
      )
    }
    case 'image': {
      const { href, text } = token as Tokens.Image
      return SAFE.test(href) ? (
        <a
          className={`middle soft gap-6 ${css.picture}`}
          href={href}
          target="_blank"
          rel="noreferrer noopener ugc"
        >
          <Icon name="link" small /> {text || href}
        </a>
      ) : (
        token.raw
      )
    }
    case 'escape':
    case 'text':
      return 'tokens' in token && token.tokens ? inlines(token.tokens) : decoded((token as Tokens.Text).text)
    default:
      return token.raw
  }
}
