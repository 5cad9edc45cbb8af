import { useRouter } from 'vue-router'
import { useGroupChoice, type Chosen } from './group-choice.ts'

export type GroupActRoute = 'pause-all' | 'close-all'

/** Opens the screen that pauses or closes a group, with these accounts as the group. */
export function useBeginGroupAct(): (route: GroupActRoute, chosen: Chosen | undefined) => void {
  const choice = useGroupChoice()
  const router = useRouter()
  return (route, chosen) => {
    choice.choose(chosen)
    void router.push({ name: route })
  }
}
