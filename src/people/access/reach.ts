import { about, List, named, Word } from '../../../shared/shapes.ts'

/** What the limit of a role to communes leaves to the caller, of a record that they see. */
export const Reach = named('Reach', {
  ...about(
    'What a limit to communes leaves to the caller',
    List(
      Word(['describe', 'govern'], {
        describe: 'change its fields',
        govern: 'decide all else',
      }),
    ),
  ),
  'x-extension': true,
})
