CREATE TABLE `data_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`machine_wrap` text NOT NULL,
	`recovery_wrap` text NOT NULL,
	`sheet` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`cleared_at` integer
);
