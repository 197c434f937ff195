import { Fragment } from 'react'

/** An e-mail address, which may go on in the next line before its @ and its dots, and nowhere within its words. */
export const Address = ({ of }: { readonly of: string }) =>
  of.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address stay where they are
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
