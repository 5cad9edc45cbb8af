import { describe, expect, it } from 'vitest'
import { ALERT_TEXTS } from '../../src-main/alerts/alert.texts.ts'
