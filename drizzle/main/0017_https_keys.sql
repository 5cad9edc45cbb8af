CREATE TABLE `https_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`about` text NOT NULL,
	`secret` text NOT NULL,
	`updated_at` integer NOT NULL
);
