CREATE TABLE `server_rename_items` (
	`rename_id` integer NOT NULL,
	`app_id` integer NOT NULL,
	`kind` text NOT NULL,
	`item_id` integer NOT NULL,
	`key_before` text NOT NULL,
	PRIMARY KEY(`rename_id`, `kind`, `item_id`),
	FOREIGN KEY (`rename_id`) REFERENCES `server_renames`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `server_rename_items_app` ON `server_rename_items` (`app_id`);--> statement-breakpoint
CREATE TABLE `server_renames` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer,
	`from_server` text NOT NULL,
	`to_server` text NOT NULL,
	`by_id` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`undone_by` text DEFAULT '' NOT NULL,
	`undone_at` integer
);
--> statement-breakpoint
CREATE INDEX `server_renames_at` ON `server_renames` (`at`);--> statement-breakpoint
ALTER TABLE `applications` ADD `login_closed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `grants` ADD `switched_on` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `codes` ADD `ip6` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `codes` ADD `gave_seconds` integer;--> statement-breakpoint
ALTER TABLE `codes` ADD `record_end_before` integer;--> statement-breakpoint
ALTER TABLE `codes` ADD `taken_seconds` integer;--> statement-breakpoint
ALTER TABLE `commands` ADD `unreported_at` integer;--> statement-breakpoint
ALTER TABLE `commands` ADD `repeats` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `commands` ADD `received_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE TABLE `acted_codes` AS SELECT c.`id` AS `id`, d.`id` AS `device_id`, c.`use_time` AS `use_time`, c.`type` AS `type`, CASE WHEN c.`type` = 'permanent' OR (c.`type` = 'vip' AND c.`seconds` = 0 AND c.`end_time` IS NULL) THEN 4102243200 WHEN c.`type` IN ('time', 'vip') THEN coalesce(c.`end_time`, 0) ELSE 0 END AS `ends`, c.`disabled` = 0 AND c.`recycled_at` IS NULL AND NOT EXISTS (SELECT 1 FROM `operators` o WHERE o.`id` = c.`agent_id` AND o.`banned` = 1) AS `live`, (c.`markcode` = '' OR trim(substr(c.`markcode`, 1, instr(c.`markcode`, '@') - 1), char(9)||char(10)||char(11)||char(12)||char(13)||char(32)||char(160)||char(5760)||char(8192)||char(8193)||char(8194)||char(8195)||char(8196)||char(8197)||char(8198)||char(8199)||char(8200)||char(8201)||char(8202)||char(8232)||char(8233)||char(8239)||char(8287)||char(12288)||char(65279)) || '@' || trim(substr(c.`markcode`, instr(c.`markcode`, '@') + 1), char(9)||char(10)||char(11)||char(12)||char(13)||char(32)||char(160)||char(5760)||char(8192)||char(8193)||char(8194)||char(8195)||char(8196)||char(8197)||char(8198)||char(8199)||char(8200)||char(8201)||char(8202)||char(8232)||char(8233)||char(8239)||char(8287)||char(12288)||char(65279)) = c.`account_key`) AS `own` FROM `codes` c JOIN `devices` d ON d.`app_id` = c.`app_id` AND d.`account_key` = c.`account_key` WHERE c.`account_key` <> '' AND c.`use_time` IS NOT NULL;--> statement-breakpoint
CREATE INDEX `acted_codes_device` ON `acted_codes` (`device_id`, `ends`, `id`);--> statement-breakpoint
CREATE UNIQUE INDEX `acted_codes_id` ON `acted_codes` (`id`);--> statement-breakpoint
-- Until now a login lifted the record to the end of its code. Logins no longer do that, so it happens here once.
UPDATE `devices` SET `vip` = max(`vip`, (SELECT max(a.`ends`) FROM `acted_codes` a WHERE a.`device_id` = `devices`.`id` AND a.`live` = 1 AND a.`own` = 1)) WHERE EXISTS (SELECT 1 FROM `acted_codes` a WHERE a.`device_id` = `devices`.`id` AND a.`live` = 1 AND a.`own` = 1);--> statement-breakpoint
-- What each code gave: its time beyond the end that codes before it had reached. The parts add up to the whole.
UPDATE `codes` SET (`gave_seconds`, `record_end_before`) = (SELECT CASE WHEN a.`ends` = 4102243200 THEN 4102243200 ELSE max(0, a.`ends` - max(a.`use_time`, coalesce((SELECT max(b.`ends`) FROM `acted_codes` b WHERE b.`device_id` = a.`device_id` AND b.`live` = 1 AND (b.`ends`, b.`id`) < (a.`ends`, a.`id`)), 0))) END, CASE WHEN a.`ends` = 4102243200 THEN (SELECT max(b.`ends`) FROM `acted_codes` b WHERE b.`device_id` = a.`device_id` AND b.`live` = 1 AND b.`ends` > 0 AND b.`ends` < 4102243200) END FROM `acted_codes` a WHERE a.`id` = `codes`.`id`) WHERE `id` IN (SELECT `id` FROM `acted_codes`);--> statement-breakpoint
-- A machine holds this code although it was once used for a trading account. It stays that machine's, and its time stays given.
UPDATE `codes` AS c SET `account_key` = '' WHERE c.`account_key` <> '' AND NOT (c.`markcode` = '' OR trim(substr(c.`markcode`, 1, instr(c.`markcode`, '@') - 1), char(9)||char(10)||char(11)||char(12)||char(13)||char(32)||char(160)||char(5760)||char(8192)||char(8193)||char(8194)||char(8195)||char(8196)||char(8197)||char(8198)||char(8199)||char(8200)||char(8201)||char(8202)||char(8232)||char(8233)||char(8239)||char(8287)||char(12288)||char(65279)) || '@' || trim(substr(c.`markcode`, instr(c.`markcode`, '@') + 1), char(9)||char(10)||char(11)||char(12)||char(13)||char(32)||char(160)||char(5760)||char(8192)||char(8193)||char(8194)||char(8195)||char(8196)||char(8197)||char(8198)||char(8199)||char(8200)||char(8201)||char(8202)||char(8232)||char(8233)||char(8239)||char(8287)||char(12288)||char(65279)) = c.`account_key`);--> statement-breakpoint
DROP TABLE `acted_codes`;--> statement-breakpoint
-- Endpoints that hand out keys are off until the developer switches them on: that was the developer's word, not the owner's.
UPDATE `grants` SET `granted` = 1, `switched_on` = 0 WHERE `granted` = 0 AND `api` IN ('getrc4', 'automaticsample', 'logongetapp', 'openrc42');
