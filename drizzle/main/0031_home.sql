CREATE TABLE `business_counts` (
	`at` integer NOT NULL,
	`app_id` integer NOT NULL,
	`agent_id` integer NOT NULL,
	`activations` integer DEFAULT 0 NOT NULL,
	`trials` integer DEFAULT 0 NOT NULL,
	`renewals` integer DEFAULT 0 NOT NULL,
	`made` integer DEFAULT 0 NOT NULL,
	`sales` integer DEFAULT 0 NOT NULL,
	`revenue` integer DEFAULT 0 NOT NULL,
	`refunds` integer DEFAULT 0 NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`at`, `app_id`, `agent_id`),
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `allocation_changes_at` ON `allocation_changes` (`at`);--> statement-breakpoint
-- The time before this version, as near as the records say. Imported codes were not made here, and deleted ones are gone.
INSERT INTO `business_counts` (`at`, `app_id`, `agent_id`, `made`)
  SELECT `created_at` - `created_at` % 900, `app_id`, ifnull(`agent_id`, 0), count(*) FROM `codes`
  WHERE `batch_id` IS NOT NULL GROUP BY 1, 2, 3;--> statement-breakpoint
-- A code of an account whose record is older than the code's first use renewed it. A trial's record can't be told from others.
INSERT INTO `business_counts` (`at`, `app_id`, `agent_id`, `activations`, `renewals`)
  SELECT `use_time` - `use_time` % 900, `app_id`, ifnull(`agent_id`, 0), sum(1 - `renews`), sum(`renews`)
  FROM (SELECT `use_time`, `app_id`, `agent_id`, `account_key` <> '' AND EXISTS (SELECT 1 FROM `devices`
      WHERE `devices`.`app_id` = `codes`.`app_id` AND `devices`.`account_key` = `codes`.`account_key`
        AND `devices`.`created_at` < `codes`.`use_time`) AS `renews`
    FROM `codes` WHERE `use_time` >= `created_at`)
  WHERE true GROUP BY 1, 2, 3
  ON CONFLICT DO UPDATE SET `activations` = `activations` + excluded.`activations`, `renewals` = `renewals` + excluded.`renewals`;--> statement-breakpoint
INSERT INTO `business_counts` (`at`, `app_id`, `agent_id`, `trials`)
  SELECT `created_at` - `created_at` % 900, `app_id`, ifnull(`agent_id`, 0), count(*) FROM `devices`
  WHERE `license` = 'TRIAL' GROUP BY 1, 2, 3
  ON CONFLICT DO UPDATE SET `trials` = `trials` + excluded.`trials`;--> statement-breakpoint
INSERT INTO `business_counts` (`at`, `app_id`, `agent_id`, `sales`)
  SELECT `taken_at` - `taken_at` % 900, `app_id`, `agent_id`, count(*) FROM `sales`
  WHERE `app_id` IN (SELECT `id` FROM `applications`) GROUP BY 1, 2, 3
  ON CONFLICT DO UPDATE SET `sales` = `sales` + excluded.`sales`;--> statement-breakpoint
INSERT INTO `business_counts` (`at`, `app_id`, `agent_id`, `refunds`)
  SELECT `refunded_at` - `refunded_at` % 900, `app_id`, `agent_id`, count(*) FROM `sales`
  WHERE `refunded_at` IS NOT NULL AND `app_id` IN (SELECT `id` FROM `applications`) GROUP BY 1, 2, 3
  ON CONFLICT DO UPDATE SET `refunds` = `refunds` + excluded.`refunds`;--> statement-breakpoint
-- A purchase and a refund name their allocation as `allocation 12`.
INSERT INTO `business_counts` (`at`, `app_id`, `agent_id`, `revenue`, `refunded`)
  SELECT act.`at` - act.`at` % 900, own.`app_id`, own.`agent_id`,
    sum(iif(act.`kind` = 'purchase', moved.`amount`, 0)), sum(iif(act.`kind` = 'refund', moved.`amount`, 0))
  FROM `ledger_accounts` AS house
    JOIN `ledger_transfers` AS moved ON house.`id` IN (moved.`from_id`, moved.`to_id`)
    JOIN `ledger_transactions` AS act ON act.`id` = moved.`transaction_id` AND act.`kind` IN ('purchase', 'refund')
    JOIN `allocations` AS own ON own.`id` = CAST(substr(act.`reference`, 12) AS INTEGER)
  WHERE house.`kind` = 'revenue' GROUP BY 1, 2, 3
  ON CONFLICT DO UPDATE SET `revenue` = `revenue` + excluded.`revenue`, `refunded` = `refunded` + excluded.`refunded`;
